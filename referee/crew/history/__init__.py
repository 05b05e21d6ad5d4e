"""What was played: the list of games, a game's page, its replay."""
