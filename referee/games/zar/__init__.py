"""ZAR on a page: its presenter, its forms, its style."""
