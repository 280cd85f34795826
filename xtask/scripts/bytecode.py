"""Repacks a wheel or the standard library with bytecode in place of its sources.

Runs inside Pyodide, because bytecode has to be written by the same Python that reads it later;
imports only the standard library. It knows files, not packages: the job specifies what may be left
out.

Archives are written without compression. The server compresses them as a whole (much better than
file by file), the browser decompresses them while they arrive, and Python then only copies.
"""

import base64
import hashlib
import importlib._bootstrap_external as loader
import importlib.util
import io
import json
import re
import warnings
import zipfile

# The earliest time that a zip archive can represent: the archive must not depend on when it was
# created.
MOMENT = (1980, 1, 1, 0, 0, 0)


def bytecode(source, path):
    """Returns the bytes of an unchecked-hash `.pyc`, or None when the file is not valid Python of
    this version.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(source, path, "exec", dont_inherit=True, optimize=0)
    except (SyntaxError, ValueError):
        return None
    return bytes(loader._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def record(files, name):
    """Returns a wheel's RECORD that matches the archive's files."""
    lines = []
    for path, content in files.items():
        if path != name:
            digest = (
                base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            )
            lines.append(f"{path},sha256={digest},{len(content)}\n")
    return ("".join(lines) + f"{name},,\n").encode()


def repack(job):
    """Runs one job. Returns the number of compiled sources and of bytes left out, as JSON."""
    dropped = [re.compile(pattern) for pattern in job["drop"]]
    files, compiled, left_out = {}, 0, 0
    with zipfile.ZipFile(job["source"]) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            path = entry.filename
            if entry.is_dir():
                continue
            if any(pattern.search(path) for pattern in dropped):
                left_out += entry.file_size
                continue
            content = archive.read(entry)
            if path.endswith(".py"):
                code = bytecode(content, f"{job['root']}/{path}")
                if code is not None:
                    path, content, compiled = path + "c", code, compiled + 1
            elif path.endswith(".dist-info/WHEEL") and job["pure"]:
                content = (
                    re.sub(rb"(?m)^Tag: .*\n", b"", content).rstrip() + b"\nTag: py3-none-any\n"
                )
            files[path] = content
    for name in [path for path in files if path.endswith(".dist-info/RECORD")]:
        files[name] = record(files, name)

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, MOMENT)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    with open(job["target"], "wb") as target:
        target.write(packed.getvalue())
    return json.dumps({"compiled": compiled, "dropped": left_out})
