"""The log of a game: begun, written, read, and what is derived from it."""
