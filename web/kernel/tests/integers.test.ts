// Integers of 64 bits in the built runtime: what the edited libraries compute, and what the user's
// code gets of indexes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";

import {
  LIMITS,
  archive,
  manifest,
  needsRuntime,
  ordinaryCore,
  startFromSnapshot,
} from "./built-runtime.ts";

type Started = Awaited<ReturnType<typeof startFromSnapshot>>;

const CHECKS = readFileSync(new URL("integers.py", import.meta.url), "utf8");

// The user's code, with the value of its last expression.
const CELLS: [code: string, value: unknown][] = [
  [
    "order = np.argsort([3, 1, 2])\n[order.dtype.name, (order * 2**31).tolist()]",
    ["int64", [2 ** 31, 2 ** 32, 0]],
  ],
  [
    "[(place * 3_000_000_000).item() for place in (np.argmax([1, 3]), pd.Series([1, 3]).argmax())]",
    [3e9, 3e9],
  ],
  [
    "rows, columns = np.where(np.eye(2) > 0)\n[rows.dtype.name, columns.dtype.name]",
    ["int64", "int64"],
  ],
  ["np.where([True, False], 2**31, 0).tolist()", [2 ** 31, 0]],
  ["counts = np.bincount([1, 1]) * 2**31\ncounts.tolist()", [0, 2 ** 32]],
  [
    "kinds, where, counts = np.unique([7, 7, 9], return_index=True, return_counts=True)\n[kinds.dtype.name, where.dtype.name, counts.dtype.name]",
    ["int64", "int64", "int64"],
  ],
  [
    "codes, names = pd.factorize(np.array(['a', 'b']))\n[codes.dtype.name, list(names)]",
    ["int64", ["a", "b"]],
  ],
  [
    "from collections import namedtuple\nclass Shop:\n    Found = namedtuple('Found', 'at of')\n    found = Found(1, 'b')\n    def query(self): return self.found\nShop().query() is Shop.found",
    true,
  ],
  [
    "from scipy.stats import binned_statistic\n[type(binned_statistic([1, 2], [3, 4])).__name__, binned_statistic([1, 2], [3, 4]).binnumber.dtype.name]",
    ["BinnedStatisticResult", "int64"],
  ],
  [
    "from scipy.special import factorial\n(factorial(np.array([12]), exact=True) * 479_001_600).tolist()",
    [229442532802560000],
  ],
  [
    "from sklearn.preprocessing import LabelEncoder\nLabelEncoder().fit_transform(['b', 'a']).dtype.name",
    "int64",
  ],
  [
    "found = np.unique_all(np.array([7, 7, 9], 'i4'))\n[type(found).__name__, *[part.dtype.name for part in found]]",
    ["UniqueAllResult", "int32", "int64", "int64", "int64"],
  ],
  ["pd.cut(pd.Series([1, 5]), [0, 3, 9], labels=False).dtype.name", "int64"],
  [
    "from scipy.signal import find_peaks\npeaks, facts = find_peaks([0, 1, 0, 2, 0])\n[peaks.dtype.name, peaks.tolist()]",
    ["int64", [1, 3]],
  ],
  [
    "[part.dtype.name for part in find_peaks([0, 1, 1, 0], plateau_size=1)[1].values()]",
    ["int64", "int64", "int64"],
  ],
  // Attributes with indexes, in the objects.
  [
    "from sklearn.cluster import DBSCAN\nmodel = DBSCAN().fit([[1, 2], [1, 2]] * 5)\n[(model.labels_ - 3_000_000_000).max().item(), model.labels_ is model.labels_]",
    [-3e9, true],
  ],
  ["DBSCAN().fit([[1, 2], [1, 2]] * 5).core_sample_indices_.dtype.name", "int64"],
  [
    "model = DBSCAN().fit([[1, 2], [1, 2]] * 5)\nmodel.labels_[0] = 5\nlabels = model.labels_\nlabels[1] = 6\nmodel.labels_[:3].tolist()",
    [5, 6, 0],
  ],
  ["model.labels_[0] += 1\ndel model.labels_\nhasattr(model, 'labels_')", false],
  [
    "class Own:\n    def __init__(self): self.labels_ = np.ones(2, 'i4')\nown = Own()\n[own.labels_.dtype.name, own.labels_ is vars(own)['labels_']]",
    ["int32", true],
  ],
  [
    "from sklearn.cluster import KMeans\nKMeans(2).fit([[1, 2], [3, 4]]).labels_.dtype.name",
    "int32",
  ],
  [
    "from sklearn.tree import DecisionTreeRegressor\ntree = DecisionTreeRegressor().fit([[1], [2], [3]], [1, 2, 4])\n(tree.apply([[1], [3]]) * 3_000_000_000).tolist()",
    [6e9, 12e9],
  ],
  [
    "[getattr(tree.tree_, 'feature').dtype.name, tree.tree_.feature.dtype.name, tree.tree_.children_left.dtype.name]",
    ["int32", "int64", "int64"],
  ],
  [
    "[tree.decision_path([[1]]).data.dtype.name, tree.decision_path([[1]]).indices.tolist()]",
    ["int64", [0, 1, 2]],
  ],
  [
    "tree.tree_.children_left[0] = -1\n[tree.tree_.children_left[0].item(), tree.apply([[3]]).tolist()]",
    [-1, [0]],
  ],
  [
    "left = tree.tree_.children_left\ntry: left[0] = 1\nexcept ValueError as error: print(error)\nleft[0].item()",
    -1,
  ],
  [
    "by = pd.DataFrame({'a': [1, 1, 2], 'b': [3, 4, 5]}).groupby('a')\n[by.indices[1].dtype.name, by.indices is by.indices, by.get_group(1).b.tolist()]",
    ["int64", true, [3, 4]],
  ],
  [
    "columns = pd.DataFrame({'feature': np.ones(2, 'i4')})\n[columns.feature.dtype.name, columns.to_records().feature.dtype.name]",
    ["int32", "int32"],
  ],
  [
    "import scipy.sparse as sparse\n[sparse.eye(2).tocsr().indices.dtype.name, getattr(sparse.eye(2).tocsr(), 'indices').dtype.name]",
    ["int32", "int32"],
  ],
  // Functions that are passed by their names.
  ["np.apply_along_axis(np.argmax, 1, np.eye(2)).dtype.name", "int64"],
  ["(pd.Series([1, 3]).agg(np.argmax) * 3_000_000_000).item()", 3e9],
  [
    "(np.argmax is np.argmax, np.argmax == getattr(np, 'argmax'), np.argmax.__name__)",
    [true, true, "argmax"],
  ],
  ["import pickle\npickle.loads(pickle.dumps(np.argsort)) is getattr(np, 'argsort')", true],
  ["list(map(np.argmax, [[1, 3]]))[0].dtype.name", "int64"],
  [
    "class Store:\n    parts = ['a']\n    def query(self): return self.parts\nStore().query() is Store.parts",
    true,
  ],
  ["def best(x): return x.argmax()\nbest(np.array([1, 3])).dtype.name", "int64"],
  [
    "open('own_index.py', 'w').write('def order(x):\\n    return x.argsort()\\n')\nimport own_index\nown_index.order(np.array([2, 1])).dtype.name",
    "int64",
  ],
];

describe("integers of 64 bits", needsRuntime, () => {
  let started: Started;
  before(async () => {
    started = await startFromSnapshot();
    await started.execute(CHECKS);
  });

  for (const [what, code] of [
    [
      "the types of what the libraries return are those of other platforms, and indexes stay narrow",
      "check_types()",
    ],
    ["the values are those of other platforms", "check(VALUES)"],
    ["what is not an integer is refused as elsewhere", "check(REFUSED)"],
    ["scipy and scikit-learn work with them", "check(LATE)"],
  ]) {
    test(what, async () => assert.deepEqual(await started.value(code), {}));
  }

  for (const [code, value] of CELLS) {
    test(`user code gets wide indexes: ${code.split("\n").at(-1)}`, async () => {
      assert.deepEqual(await started.value(code), value);
    });
  }

  test("the self-test asserts them, after the start from the snapshot, and code cannot make it fail", async () => {
    const own = await startFromSnapshot();
    own.python.requireIntegers();
    await own.execute(
      "import numpy as np\nwide = np.arange\nnp.arange = lambda terms: wide(terms, dtype='i4').cumsum(dtype='i4')[-1:]",
    );
    own.python.requireIntegers();
    await own.execute("import sys\nnp.arange = None\nsys.modules['numpy'] = None");
    own.python.requireIntegers();
  });

  test("an ordinary start has them too", async () => {
    const warm = ["numpy", "pandas"];
    const packages = manifest.packages
      .filter(({ upFront }) => upFront)
      .map(({ name }) => ({ name, bytes: archive(name).buffer }));
    const ordinary = await startFromSnapshot({
      core: ordinaryCore(),
      packages,
      warm,
      limits: LIMITS,
    });
    assert.equal(ordinary.python.start, "ordinary");
    await ordinary.execute("import numpy as np, pandas as pd");
    assert.deepEqual(
      await ordinary.value("[np.arange(70000).sum().item(), np.argsort([2, 1]).dtype.name]"),
      [2449965000, "int64"],
    );
  });

  test("the manifest says which packages are edited, with the wheels' hashes", () => {
    const edited = manifest.packages.filter(({ modified }) => modified);
    assert.deepEqual(
      edited.map(({ name }) => name),
      ["numpy", "pandas", "scikit-learn", "scipy"],
    );
    for (const { modified } of edited)
      assert.match(`${modified?.upstream} ${modified?.patched}`, /^[0-9a-f]{64} [0-9a-f]{64}$/);
  });
});
