"""The crew's pages: its people and phones, its players, its history, what it shares and takes along."""
