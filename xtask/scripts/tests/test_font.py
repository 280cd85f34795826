"""The package that is made of a font."""

import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "font.py"


class Wheel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.archive = self.folder / "fonts.tgz"
        with tarfile.open(self.archive, "w:gz") as packed:
            for name, content in (
                ("400Regular/A.ttf", b"font"),
                ("LICENSE_FONT", b"Open Font License"),
                ("LICENSE", b"MIT"),
            ):
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(content)
                packed.addfile(entry, io.BytesIO(content))

    def make(self, font="400Regular/A.ttf"):
        wheel = self.folder / "noto_a-1.2-py3-none-any.whl"
        job = {
            "from": str(self.archive),
            "to": str(wheel),
            "name": "noto-a",
            "version": "1.2",
            "npm": "@fonts/noto-a",
            "font": font,
        }
        subprocess.run(
            [sys.executable, str(SCRIPT)],
            input=json.dumps(job),
            text=True,
            check=True,
            capture_output=True,
        )
        return wheel

    def test_it_holds_the_font_and_its_licence_unchanged(self):
        with zipfile.ZipFile(self.make()) as wheel:
            self.assertEqual(
                wheel.namelist(),
                [
                    "noto_a/__init__.py",
                    "noto_a/regular.ttf",
                    *(
                        f"noto_a-1.2.dist-info/{name}"
                        for name in ("METADATA", "WHEEL", "licenses/OFL.txt", "RECORD")
                    ),
                ],
            )
            self.assertEqual(wheel.read("noto_a/regular.ttf"), b"font")
            self.assertEqual(
                wheel.read("noto_a-1.2.dist-info/licenses/OFL.txt"), b"Open Font License"
            )
            self.assertIn(
                b"\nLicense-Expression: OFL-1.1\n", wheel.read("noto_a-1.2.dist-info/METADATA")
            )

    def test_its_bytes_are_the_same_on_every_machine(self):
        digests = {hashlib.sha256(self.make().read_bytes()).hexdigest() for _ in range(2)}
        self.assertEqual(
            digests, {"dbda4ebce0f4702bfaeabd7a9c44ddd12231766626165942d862fa6f2c643c19"}
        )

    def test_a_font_that_the_archive_lacks_fails(self):
        with self.assertRaises(subprocess.CalledProcessError):
            self.make("700Bold/A.ttf")
