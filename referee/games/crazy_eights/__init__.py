"""Crazy Eights on a page: its presenter, its forms, its cards."""
