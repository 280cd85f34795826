// `node --test public/sessions/`

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { needsSeed, seeding, seedOf, setsSeed } from "./seed.js";

test("code that uses random numbers needs a seed, unless it sets one", () => {
  for (const code of ["np.random.rand()", "import random", "df.sample(3)", "from sklearn.cluster import KMeans", "stats.norm.rvs(3)", "rng.shuffle(x)"])
    assert.equal(needsSeed(code), true, code);
  for (const code of ["df.head()", "samples = 3", "randomised = 1", "np.random.seed(1)\nnp.random.rand()", "random.seed (2)\nrandom.random()"])
    assert.equal(needsSeed(code), false, code);
});

test("the seed is written into the code that sets it, and found in the records of the session", () => {
  const source = readFileSync(new URL("seed.py", import.meta.url), "utf8");
  const code = seeding(source, 4_294_967_295);
  assert.match(code, /^_session_seed = 4294967295$/m);
  assert.equal(seedOf(`{"code":${JSON.stringify(code)}}\n{"code":"_session_seed = 3"}`), 4_294_967_295);
  assert.equal(seedOf('{"code":"np.random.rand()"}'), undefined);
});

test("code of the session that sets a seed differs from the page's own", () => {
  assert.equal(setsSeed("np.random.seed(4)"), true);
  assert.equal(setsSeed("random.random()"), false);
  assert.equal(setsSeed("_session_seed = 4\n_random.seed(_session_seed)"), false);
});
