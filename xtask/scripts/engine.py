"""Makes the Python package `duckdb` of our own Python, the script of the engine's worker, and the
engine as WebAssembly; with the same bytes on every machine.

engine.py < { "to": wheel, "version", "python": the folder of the modules, "script", "wasm" }
"""

import json
import pathlib
import sys

from font import encoded, write

MODULE = "duckdb"


def wheel_files(job: dict[str, str]) -> dict[str, bytes]:
    """Returns the wheel's files."""
    info = f"{MODULE}-{job['version']}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: {MODULE}\nVersion: {job['version']}\n"
        "Summary: DuckDB's SQL engine, in a worker of its own\n"
        "License-Expression: MIT\n"
    )
    modules = sorted(pathlib.Path(job["python"]).glob("*.py"))
    files = {
        **{f"{MODULE}/{module.name}": module.read_bytes() for module in modules},
        f"{MODULE}/engine.js": pathlib.Path(job["script"]).read_bytes(),
        f"{MODULE}/engine.wasm": pathlib.Path(job["wasm"]).read_bytes(),
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: insitu\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = [
        f"{name},sha256={encoded(content)},{len(content)}\n" for name, content in files.items()
    ]
    files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()
    return files


def main() -> None:
    job = json.load(sys.stdin)
    write(pathlib.Path(job["to"]), wheel_files(job))


if __name__ == "__main__":
    main()
