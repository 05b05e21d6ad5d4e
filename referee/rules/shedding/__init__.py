"""One engine for games of getting rid of cards.

`definition` says what a game consists of; `hands`, `turn`, `play` and `game` are the rules, layer upon layer.
The rules say by name what happens; each game's `says.toml` has the clause and the sentence for it.
"""
