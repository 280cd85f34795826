// Runs files of the libraries' own tests in Pyodide, with the wheels as published or as edited:
//
//     npx tsx bench/integers/suites.mjs WHEELS TESTS OUT FILE…
//
// WHEELS is a folder with the wheels of numpy, pandas, scipy, scikit-learn, what they need, pytest
// and hypothesis; TESTS a `site-packages` that has the same versions with their tests; OUT a file
// that gets a line of JSON for each FILE, a path within TESTS.

import { appendFileSync, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { loadPyodide } from "pyodide";

/** What tests import beside the files of their own folder. */
const SHARED = [
  "conftest.py",
  "testing",
  "_testing",
  "_lib/_testutils.py",
  "_lib/_array_api.py",
  "_lib/tests",
  "utils/_testing.py",
  "random/tests/data",
];

const [wheels, tests, out, ...files] = process.argv.slice(2);
const python = await loadPyodide({ stdout: () => {}, stderr: () => {} });
for (const name of readdirSync(wheels))
  python.unpackArchive(new Uint8Array(readFileSync(`${wheels}/${name}`)), "wheel");
python.FS.writeFile("/home/pyodide/suites.py", readFileSync(new URL("suites.py", import.meta.url)));
const site = python.runPython(
  "import numpy, os, suites; os.path.dirname(os.path.dirname(numpy.__file__))",
);

/**
 * @param {string} name a file or a folder of the tests, which does not replace what the wheels have
 */
function copy(name) {
  if (!existsSync(`${tests}/${name}`) || /\.so$|__pycache__$/.test(name)) return;
  if (statSync(`${tests}/${name}`).isDirectory()) {
    for (const entry of readdirSync(`${tests}/${name}`)) copy(`${name}/${entry}`);
  } else if (!python.FS.analyzePath(`${site}/${name}`).exists) {
    python.FS.mkdirTree(dirname(`${site}/${name}`));
    python.FS.writeFile(`${site}/${name}`, new Uint8Array(readFileSync(`${tests}/${name}`)));
  }
}

for (const file of files) {
  const library = file.split("/")[0];
  copy(dirname(file));
  for (const name of SHARED) copy(`${library}/${name}`);
  for (let folder = dirname(file); folder !== library; folder = dirname(folder)) {
    for (const name of ["__init__.py", "conftest.py", "common.py"]) copy(`${folder}/${name}`);
  }
  python.globals.set("FILE", `${site}/${file}`);
  appendFileSync(
    out,
    `${JSON.stringify({ file, tests: JSON.parse(python.runPython("suites.run(FILE)")) })}\n`,
  );
}
