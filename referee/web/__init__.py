"""What every page shares, and nothing of any room: it knows neither games nor the record.

`views` declares what a request may do and `middleware` holds it to that; `requests` reads what was sent and
answers it, `errors` says what went wrong; `components`, `wording` and `charts` are what is shown.
"""
