from collections.abc import Callable
from typing import Any

def create_proxy(obj: Callable[..., Any], /, *, capture_this: bool = False, roundtrip: bool = True) -> Any: ...
