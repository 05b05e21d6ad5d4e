"""Triggers that refuse every change to a row of the log, to a refusal and to a buzz, whoever makes it.

They are set after every migration, not in one: SQLite rebuilds a table to alter it and loses its triggers.
Deletion is refused by the model alone: SQLite's tests empty their tables row by row, and the owner of a
server can be obliged to erase a crew.
"""

from django.db import connections

WHY = "The log is append-only: what happened stays."

TABLES = ("scoring_move", "scoring_refusal", "scoring_buzz")

_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_stays BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{why}'); END
"""

_POSTGRESQL = """
CREATE OR REPLACE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{why}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE OR REPLACE TRIGGER {table}_stays BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_stays()
"""

_BY_VENDOR = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


def protect_log(*, using: str, **_: object) -> None:
    """Sets the triggers on the tables that the database has by now."""
    connection = connections[using]
    with connection.cursor() as cursor:
        for table in {*TABLES} & {*connection.introspection.table_names(cursor)}:
            cursor.execute(_BY_VENDOR[connection.vendor].format(table=table, why=WHY))
