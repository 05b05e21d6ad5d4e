"""The crew's own score sheets: the shelf, the editor, files and links."""
