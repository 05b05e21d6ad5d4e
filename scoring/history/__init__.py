"""Looking back: games found again, their scores, their hands."""
