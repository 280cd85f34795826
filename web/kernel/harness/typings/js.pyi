# The browser's globals, which exist in Pyodide only.
from typing import Any

def __getattr__(name: str) -> Any: ...
