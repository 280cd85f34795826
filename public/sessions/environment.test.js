import { test } from "node:test";
import assert from "node:assert/strict";
import { described } from "./environment.js";

test("an environment has the packages that the code imports, by their own names", () => {
  const packages = [
    { name: "pandas", version: "3.0.0", imports: ["pandas"] },
    { name: "scikit-learn", version: "1.8", imports: ["sklearn"] },
    { name: "altair", version: "6.3.0", imports: ["altair"] },
  ];
  const log = JSON.stringify({
    code: "import pandas as pd\nfrom sklearn.cluster import KMeans\nprint('altair')",
  });
  assert.deepEqual(described({ pyodide: "314.0.3", packages }, log), {
    python: "3.14",
    seed: undefined,
    packages: { pandas: "3.0.0", "scikit-learn": "1.8" },
  });
});

test("an environment has the first seed that the session has set", () => {
  const seed = (/** @type {string} */ log) =>
    described({ pyodide: "314.0.3", packages: [] }, log).seed;
  assert.equal(
    seed('{"code":"import random\\n_session_seed = 4294967295\\n"}\n{"code":"_session_seed = 3"}'),
    4_294_967_295,
  );
  assert.equal(seed('{"code":"np.random.rand()"}'), undefined);
});
