"""A result passed on: as a picture, by a link, and played again."""
