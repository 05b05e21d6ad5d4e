"""Out and in: a game as a record, a crew as a zip, spreadsheets, BG Stats."""
