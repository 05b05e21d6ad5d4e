"""What the pages of ZAR and of the Game of Zar have alike; each game's folder says what is its own."""
