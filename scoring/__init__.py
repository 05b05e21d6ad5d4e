"""The record that stays: crews, players, games, their moves and scores. It knows no game."""
