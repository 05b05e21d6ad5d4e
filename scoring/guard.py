"""A trigger that refuses every change to a row of the log, whoever makes it.

It is set after every migration, not in one: SQLite rebuilds a table to alter it and loses its triggers.
Deletion is refused by the model alone: SQLite's tests empty their tables row by row, and the owner of a
server can be obliged to erase a crew.
"""

from typing import Any

from django.db import connections

WHY = "The log is append-only: what happened stays."

_SQLITE = f"""
CREATE TRIGGER IF NOT EXISTS scoring_move_stays BEFORE UPDATE ON scoring_move
BEGIN SELECT RAISE(ABORT, '{WHY}'); END
"""

_POSTGRESQL = f"""
CREATE OR REPLACE FUNCTION scoring_move_stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{WHY}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE OR REPLACE TRIGGER scoring_move_stays BEFORE UPDATE ON scoring_move
FOR EACH ROW EXECUTE FUNCTION scoring_move_stays()
"""

_BY_VENDOR = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


def protect_log(*, using: str, **_: Any) -> None:
    """Sets the trigger, if the database has the table by now."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if "scoring_move" in connection.introspection.table_names(cursor):
            cursor.execute(_BY_VENDOR[connection.vendor])
