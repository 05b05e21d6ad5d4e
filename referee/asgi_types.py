"""The words of ASGI, for annotations."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

# What the specification puts into them is of many kinds; each reader knows its own keys.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
