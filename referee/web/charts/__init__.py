"""Charts as typed values for `components/charts.html`; nothing here reads a row or knows a player.

A page's chart is 312 units wide: on the smallest phone one unit is about one pixel.
"""
