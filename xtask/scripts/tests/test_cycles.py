"""The checks of the gate find a cycle between modules of Python and of TypeScript, in every form of
an import.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[3]
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(config_filename='.importlinter', no_cache=True))"


def run(config: str, files: dict[str, str], command: list[str]) -> tuple[int, str]:
    """Runs a check with the project's configuration over these files; returns its exit status and
    what it prints.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / config, folder)
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            command, cwd=folder, capture_output=True, check=False, text=True, encoding="utf-8"
        )
        return done.returncode, done.stdout + done.stderr


class Python(unittest.TestCase):
    def check(self, back: str) -> tuple[int, str]:
        package = {
            "insitu/__init__.py": "",
            "insitu/display/__init__.py": "",
            "insitu/a.py": "from .b import B\n",
            "insitu/b.py": back,
        }
        return run(
            "web/kernel/harness/.importlinter",
            package,
            [sys.executable, "-c", f"import sys; sys.path.insert(0, '.')\n{LINT}"],
        )

    def test_a_cycle_is_found_in_every_form(self):
        forms = [
            "from .a import (\n    A,\n)\n",
            "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from .a import A\n",
            "def f():\n    from . import a\n",
            "import insitu.a\n",
        ]
        for back in forms:
            status, printed = self.check(back)
            self.assertNotEqual(status, 0, back)
            self.assertIn("modules without cycles BROKEN", printed)

    def test_modules_without_a_cycle_pass(self):
        status, printed = self.check("class B: ...\n")
        self.assertEqual(status, 0, printed)


class TypeScript(unittest.TestCase):
    def check(self, back: str) -> tuple[int, str]:
        node = shutil.which("node")
        if node is None:
            self.skipTest("no Node")
        files = {
            "web/a.ts": 'import { b } from "./b.ts";\n\nexport const a = () => b;\n',
            "web/b.ts": back,
        }
        return run(
            "biome.jsonc",
            files,
            [
                node,
                str(ROOT / "node_modules/@biomejs/biome/bin/biome"),
                "lint",
                "--error-on-warnings",
            ],
        )

    def test_a_cycle_is_found_in_every_form(self):
        for back in (
            'import {\n  a,\n} from "./a.ts";\n\nexport const b = () => a;\n',
            'export { a as b } from "./a.ts";\n',
        ):
            status, printed = self.check(back)
            self.assertNotEqual(status, 0, back)
            self.assertIn("noImportCycles", printed)

    def test_modules_without_a_cycle_pass(self):
        status, printed = self.check("export const b = 1;\n")
        self.assertEqual(status, 0, printed)


if __name__ == "__main__":
    unittest.main()
