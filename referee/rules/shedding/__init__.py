"""What ZAR and the Game of Zar do alike: moves, phases, piles, counting, coming and going.

What a play is, what it does and what is said of it stays with each game. Sentences that both games speak
cite the clauses that the game names in its `Clauses`.
"""
