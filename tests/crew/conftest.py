"""The cast of the crew's pages: Ann keeps the score, Bob is in the crew, Cat watches, Dan is a stranger."""

from tests.table.conftest import ann, bob, cat, dan

__all__ = ["ann", "bob", "cat", "dan"]
