"""The score sheet on a page: its presenter, its forms, its style."""
