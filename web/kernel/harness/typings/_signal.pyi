# The C part of `signal`, of which the harness uses one function.
from typing import Any

def getsignal(signalnum: int, /) -> Any: ...
