"""The Game of Zar on a page: its presenter, its forms, its style."""
