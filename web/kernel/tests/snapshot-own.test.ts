// What two interpreters from the snapshot do not share, and that the build's warm-up leaves nothing
// behind.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { before, describe, test } from "node:test";
import { promisify } from "node:util";

import { manifest, needsRuntime, ordinaryCore, read, startFromSnapshot } from "./built-runtime.ts";

const DRAWN = {
  "random.random()": "import random",
  "random.Random().random()": "import random",
  "float(np.random.rand())": "import numpy as np",
  "float(np.random.default_rng().random())": "import numpy as np",
  "int(pd.DataFrame({'a': range(10**6)}).sample(1).a.iloc[0])": "import pandas as pd",
  "uuid.uuid4().hex": "import uuid",
  "uuid.uuid1().node": "import uuid",
  "os.urandom(16).hex()": "import os",
  "secrets.token_hex(8)": "import secrets",
  "os.path.basename(tempfile.mktemp())": "import os, tempfile",
  "insitu.result_store.INTERPRETER": "import insitu.result_store",
};
const SHARED = {
  // See docs/security.md.
  "hash('a')": "",
  "random.Random(1).random()": "import random",
  "float(np.random.default_rng(1).random())": "import numpy as np",
  "type(sys.stdout).__name__": "import sys",
};

describe("two interpreters from one snapshot", needsRuntime, () => {
  let both: Awaited<ReturnType<typeof startFromSnapshot>>[];
  before(async () => {
    both = await Promise.all([startFromSnapshot(), startFromSnapshot()]);
  });
  const compared = async (table: Record<string, string>) => {
    const code = [
      ...new Set(Object.values(table).filter(Boolean)),
      `{${Object.keys(table).map((expression) => `${JSON.stringify(expression)}: ${expression}`)}}`,
    ].join("\n");
    const [first, second] = await Promise.all(both.map(({ value }) => value(code)));
    return Object.keys(table).map((expression) => [
      expression,
      first[expression] === second[expression],
    ]);
  };

  test("draw different random numbers and names", async () => {
    assert.deepEqual(
      await compared(DRAWN),
      Object.keys(DRAWN).map((expression) => [expression, false]),
    );
  });

  test("share values that are not secret", async () => {
    assert.deepEqual(
      await compared(SHARED),
      Object.keys(SHARED).map((expression) => [expression, true]),
    );
  });

  test("keep their variables apart", async () => {
    const [first, second] = both;
    await first.execute("mine = 1\nimport pandas as pd\npd.own = 1");
    assert.deepEqual(
      await second.value("import pandas as pd\n['mine' in globals(), hasattr(pd, 'own')]"),
      [false, false],
    );
  });
});

// The state of an interpreter that code can see, besides its modules.
const STATE = `
import asyncio, builtins, decimal, gc, linecache, locale, logging, os, signal, sys, tempfile, threading, time, warnings
import insitu.answers, insitu.result_cache, insitu.result_store
import matplotlib, matplotlib.pyplot as plt, numpy as np, pandas as pd, PIL.Image
state = {
    # Matplotlib makes a folder where it is imported, and does without where it is gone.
    "files": {folder: sorted(set(os.listdir(folder)) - {".matplotlib"}) for folder in ("/", "/out", "/data", "/home/user", "/tmp")},
    "variables": sorted(globals().keys() - {"state"} - set(sys.modules) - {"plt", "np", "pd"}),
    "builtins": sorted(dir(builtins)),
    "path": [path for path in sys.path if path],
    "empty paths": sys.path.count("") <= 1,
    "argv": sys.argv, "flags": str(sys.flags), "executable": sys.executable, "prefix": sys.prefix,
    "environment": {**os.environ},
    "folder": os.getcwd(), "umask": (os.umask(0o22), os.umask(0o22))[0],
    "encodings": [sys.getfilesystemencoding(), sys.getdefaultencoding(), sys.stdout.encoding, locale.getpreferredencoding(), str(locale.getlocale())],
    "streams": [type(stream).__name__ for stream in (sys.stdin, sys.stdout, sys.stderr, sys.__stdout__)],
    "signals": [str(signal.getsignal(signal.SIGINT)), str(signal.getsignal(signal.SIGTERM))],
    "hooks": [str(type(hook)) for hook in (sys.excepthook, sys.displayhook, sys.unraisablehook)] + [sys.gettrace(), sys.getprofile()],
    "finders": sorted(getattr(finder, "__name__", type(finder).__name__) for finder in sys.meta_path),
    "recursion": sys.getrecursionlimit(), "gc": [gc.isenabled(), gc.get_threshold(), gc.callbacks],
    "last error": [hasattr(sys, name) for name in ("last_exc", "last_type", "last_value")] + [str(sys.exc_info())],
    "warnings": [str(entry) for entry in warnings.filters],
    "logging": [logging.root.level, str(logging.root.handlers), logging.raiseExceptions],
    "tasks": len(asyncio.all_tasks()), "threads": threading.active_count(),
    "numpy": [str(np.get_printoptions()), str(np.geterr())],
    "pandas": str(pd.describe_option("display", _print_desc=False)),
    "matplotlib": [str({**plt.rcParams}), plt.get_fignums(), matplotlib.get_backend()],
    "prepared": [matplotlib.use.__module__, matplotlib.ticker.ScalarFormatter.__call__.__module__, PIL.Image.Image.show.__module__, hasattr(pd.read_csv, "__wrapped__")],
    "kept": [len(insitu.result_cache.tables), len(insitu.result_cache.figures), len(insitu.answers.views)],
    "decimal": str(decimal.getcontext()),
    "modules of the warm-up": [name for name in sys.modules if "warm" in name],
    "lines": sorted(name for name in linecache.cache if not name.startswith(("Cell", "/lib/"))),
}
state`;

describe("an interpreter from the snapshot and one from an ordinary start", needsRuntime, () => {
  test("have the same state in the first cell", async () => {
    const packages = manifest.packages
      .filter(({ upFront }) => upFront)
      .map(({ name, asset }) => ({ name, bytes: read(asset) }));
    const warm = ["numpy", "pandas", "matplotlib.pyplot"];
    // As in a browser, if the program has no path.
    const options = {
      _sysExecutable: "./this.program",
      env: { HOME: "/home/user", MPLBACKEND: "module://insitu.backend", _: "./this.program" },
    };
    const [restored, ordinary] = await Promise.all([
      startFromSnapshot(),
      startFromSnapshot({ core: ordinaryCore(), packages, warm, options }),
    ]);
    assert.deepEqual(
      [restored, ordinary].map(({ python }) => python.start),
      ["snapshot", "ordinary"],
    );
    assert.deepEqual(await restored.value(STATE), await ordinary.value(STATE));
  });

  test("number their cells and results from one", async () => {
    const { execute } = await startFromSnapshot();
    const { executionCount, results } = await execute("list(In), dict(Out), _, __, ___");
    assert.deepEqual(
      [executionCount, results[0].text],
      [1, "(['', 'list(In), dict(Out), _, __, ___'], {}, '', '', '')"],
    );
    assert.match(results[0].id, /^[0-9a-f]{8}-1$/);
    // Includes the objects that the garbage collector skips.
    const left =
      "import gc, pandas, matplotlib.figure\ngc.unfreeze()\nsum(isinstance(found, (pandas.DataFrame, pandas.Series, matplotlib.figure.Figure)) for found in gc.get_objects())";
    assert.equal((await execute(left)).results[0].text, "0");
  });

  test("warn where libraries warn", async () => {
    const { execute, value } = await startFromSnapshot();
    assert.deepEqual(
      await value(
        "import sys\n[name for name, module in list(sys.modules.items()) if '__warningregistry__' in getattr(module, '__dict__', ())]",
      ),
      [],
    );
    const { stderr } = await execute(
      "import pandas as pd\npd.to_datetime(pd.Series(['31/01/2026']))",
    );
    assert.match(stderr, /UserWarning: Parsing dates in %d\/%m\/%Y format when dayfirst=False/);
  });
});

// The time zone and the language of the machine, not those of the build. January and July, in
// seconds since 1970.
const PLACE = `
import datetime, os, time
import pandas as pd
def at(moment):
    there = datetime.datetime.fromtimestamp(moment).astimezone()
    return [time.strftime("%Y-%m-%d %H:%M %z %Z", time.localtime(moment)), there.strftime("%H:%M %z %Z"), there.utcoffset().total_seconds()]
now = datetime.datetime.now()
utc = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
[[time.tzname, time.timezone, time.altzone, time.daylight], at(1704067200), at(1719792000), time.mktime((2024, 7, 1, 0, 0, 0, 0, 0, -1)),
 round((now - utc).total_seconds() / 60) * 60 == now.astimezone().utcoffset().total_seconds(), abs((pd.Timestamp.now() - now).total_seconds()) < 60,
 abs(time.time() - ${"NOW"}) < 600, os.environ["LANG"]]`;

/**
 * Resolves to what `PLACE` evaluates to on a machine in a time zone.
 *
 * @param language the browser's
 */
async function inPlace(zone: string, language: string): Promise<unknown> {
  const source = `
    Object.defineProperty(globalThis, "navigator", { value: { language: ${JSON.stringify(language)} } });
    const { startFromSnapshot } = await import(${JSON.stringify(new URL("built-runtime.ts", import.meta.url).href)});
    const { value } = await startFromSnapshot();
    console.log(JSON.stringify(await value(${JSON.stringify(PLACE.replace("NOW", String(Date.now() / 1000)))})));
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", source],
    { env: { ...process.env, TZ: zone } },
  );
  return JSON.parse(stdout);
}

describe("the place of an interpreter from the snapshot", needsRuntime, () => {
  const cases: [
    zone: string,
    language: string,
    names: unknown[],
    winter: unknown[],
    summer: unknown[],
    midnight: number,
    lang: string,
  ][] = [
    [
      "UTC",
      "en-US",
      [["UTC-0000", "UTC-0000"], 0, 0, 0],
      ["2024-01-01 00:00 +0000 UTC-0000", "00:00 +0000 UTC-0000", 0],
      ["2024-07-01 00:00 +0000 UTC-0000", "00:00 +0000 UTC-0000", 0],
      1719792000,
      "en_US.UTF-8",
    ],
    [
      "Asia/Kolkata",
      "hi-IN",
      [["UTC+0530", "UTC+0530"], -19800, -19800, 0],
      ["2024-01-01 05:30 +0530 UTC+0530", "05:30 +0530 UTC+0530", 19800],
      ["2024-07-01 05:30 +0530 UTC+0530", "05:30 +0530 UTC+0530", 19800],
      1719772200,
      "hi_IN.UTF-8",
    ],
    [
      "America/New_York",
      "es",
      [["UTC-0500", "UTC-0400"], 18000, 14400, 1],
      ["2023-12-31 19:00 -0500 UTC-0500", "19:00 -0500 UTC-0500", -18000],
      ["2024-06-30 20:00 -0400 UTC-0400", "20:00 -0400 UTC-0400", -14400],
      1719806400,
      "es.UTF-8",
    ],
    [
      "Australia/Sydney",
      "en-AU",
      [["UTC+1000", "UTC+1100"], -36000, -39600, 1],
      ["2024-01-01 11:00 +1100 UTC+1100", "11:00 +1100 UTC+1100", 39600],
      ["2024-07-01 10:00 +1000 UTC+1000", "10:00 +1000 UTC+1000", 36000],
      1719756000,
      "en_AU.UTF-8",
    ],
  ];
  for (const [zone, language, names, winter, summer, midnight, lang] of cases) {
    test(`is ${zone} on a machine in that zone`, async () => {
      assert.deepEqual(await inPlace(zone, language), [
        names,
        winter,
        summer,
        midnight,
        true,
        true,
        true,
        lang,
      ]);
    });
  }
});
