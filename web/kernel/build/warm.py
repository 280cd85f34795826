"""The content of the snapshot besides a bare interpreter: every module that a first question is
likely to need, and the harness, run over a small workload so that their lazy setup is done. Run by
`capture.ts`, in the interpreter that is captured.
"""

import builtins
import gc
import importlib
import json
import linecache
import os
import pkgutil
import sys
import traceback

LIMITS = {
    "streamBytes": 1 << 20,
    "results": 100,
    "figures": 20,
    "tableRows": 100,
    "imageBytes": 10 << 20,
    "newFiles": 200,
    "outBytes": 1 << 30,
    "memoryBytes": 0,
}

# Imported in this order: what nearly every question needs, what the formats of tables need, and
# what code often imports.
MODULES = (  # noqa: SIM905 - a list would take a line per word.
    "numpy pandas matplotlib.pyplot PIL.Image PIL.PngImagePlugin matplotlib.backends.backend_agg matplotlib.backends.backend_svg matplotlib.dates "
    "matplotlib.ticker matplotlib.colors matplotlib.cm numpy.linalg numpy.fft numpy.random pandas.plotting pandas.plotting._matplotlib "
    "pandas.io.formats.html pandas.io.json pandas.io.parsers pandas.io.excel pandas.core.reshape.pivot pandas.tseries.offsets "
    "asyncio calendar collections csv dataclasses datetime decimal difflib fractions functools glob gzip hashlib heapq inspect io itertools json "
    "locale logging math operator pathlib pickle platform random re shutil sqlite3 statistics string struct tempfile textwrap time timeit traceback "
    "typing unicodedata uuid warnings zipfile zoneinfo"
).split()

CSV = "day,shop,amount,price\n2026-01-03,North,3,2.5\n2026-02-04,South,,3.5\n2026-02-05,North,5,4.25\n"

CELLS = [
    "1 + 1",
    "import numpy as np, pandas as pd, matplotlib.pyplot as plt",
    f"open('warm.csv', 'w').write({CSV!r});\ndf = pd.read_csv('warm.csv', parse_dates=['day'])\ndf",
    "df.groupby('shop', dropna=False)['amount'].agg(['sum', 'mean', 'count']).sort_values('sum', ascending=False)",
    "print(df.describe(include='all').to_string()); df.dtypes; df.isna().sum(); df.merge(df, on='shop').shape",
    "df.pivot_table(index='shop', columns=df['day'].dt.to_period('M').astype(str), values='price', aggfunc='sum')",
    "df.set_index('day').resample('MS')['price'].sum().rolling(2).mean()",
    "df['shop'].value_counts().plot.bar(title='Shops'); plt.ylabel('rows'); plt.show()",
    "fig, ax = plt.subplots(1, 2); ax[0].plot(df['day'], df['price'], label='price'); ax[0].legend(); ax[1].hist(df['price']); fig.autofmt_xdate(); plt.tight_layout(); fig",
    "plt.scatter(df['amount'], df['price']); plt.figure(); plt.pie([1, 2], labels=['a', 'b']); plt.figure(); plt.boxplot([[1, 2, 5], [2, 3, 9]])",
    "np.linalg.lstsq(np.eye(2), np.ones(2), rcond=None)[0]; np.random.default_rng(0).normal(size=3).round(2); np.polyfit([1, 2, 3], [2, 4, 7], 1)",
    "display(df); print('done')",
]
FAILING_CELLS = ["df['nothing']", "1 / 0", "import there_is_no_such_module"]


class Bridge:
    """The part of the worker's bridge that the warm-up needs."""

    def emit(self, stream, text): ...
    def listen(self, on): ...
    def ask(self, prompt): ...
    def wait(self, milliseconds): ...

    def raw(self):
        return "[]"

    def troubles(self):
        return "[]"

    def canWait(self):
        return False

    def memory(self):
        return json.dumps({"limit": 1 << 31, "size": 1 << 27, "used": 1 << 26, "free": 1 << 26})

    def has(self, package):
        return True

    def provide(self, package):
        return ""


def attempt(step):
    """Calls `step`. Returns the traceback as text if it fails, since the interpreter itself
    would print it to streams that are being replaced.
    """
    try:
        step()
    except BaseException as error:
        return "".join(traceback.format_exception(error))
    return ""


class Warm:
    """A kernel for the warm-up, which restores the state of the process."""

    def prepare(self):
        """Imports everything that the snapshot must contain."""
        import insitu
        from insitu import figures, integers, kernel

        # Before anything imports matplotlib, which the harness's own modules do.
        figures.install()

        self.before = sys.modules["__main__"], sys.stdin, sys.stdout, sys.stderr, builtins.input
        for module in pkgutil.walk_packages(insitu.__path__, "insitu."):
            importlib.import_module(module.name)
        os.makedirs("/out", exist_ok=True)
        self.kernel = kernel.prepare(
            json.dumps(LIMITS), Bridge(), json.dumps({"modules": {}, "absent": {}})
        )
        for module in MODULES:
            importlib.import_module(module)
        integers.require()

    def work(self):
        """Runs the cells, sends the page's usual requests, and profiles a file. A cell with an
        unexpected status fails the build.
        """
        for code in CELLS:
            self.run(code, "ok")
        for code in FAILING_CELLS:
            self.run(code, "error")
        self.kernel.profile("/out/warm.csv")
        self.kernel.imports("import pandas")
        self.kernel.probe("warm")

    def run(self, code, wanted):
        outcome = json.loads(self.kernel.begin(code))
        if outcome["status"] != wanted:
            raise RuntimeError(
                f"The warm-up's cell {code!r} ended with {outcome['status']}: {outcome['error']}"
            )
        for result in outcome["results"]:
            if result["data"] is not None:
                request = {
                    "result": result["id"],
                    "offset": 0,
                    "limit": 10,
                    "sort": [],
                    "filter": [],
                    "search": "",
                    "stats": True,
                    "whole": None,
                }
                self.kernel.answer("table", json.dumps(request))

    def close_fonts(self):
        """Closes fonts, so that they are read again as by the first figure of a restored
        interpreter.
        """
        from insitu import shaping
        from matplotlib import font_manager

        font_manager._get_font.cache_clear()
        shaping.face.cache_clear()

    def clear(self):
        """Removes what the warm-up left behind: the variables, the file, open fonts."""
        import matplotlib.pyplot
        from insitu import answers, figures, result_cache
        from insitu.display import publish

        matplotlib.pyplot.close("all")
        self.close_fonts()
        os.remove("/out/warm.csv")
        os.chdir("/home/user")
        sys.modules["__main__"], sys.stdin, sys.stdout, sys.stderr, builtins.input = self.before
        del builtins.display, builtins.get_ipython
        self.kernel.namespace.clear()
        self.kernel = self.before = None
        answers.views.clear()
        result_cache.forget()
        publish.attach(None)
        figures.attach(None)
        linecache.clearcache()
        os.environ.pop("PYTHONHASHSEED", None)
        gc.collect()
        gc.collect()
        # These objects stay, so that collections skip them: 5 ms each instead of 160.
        gc.freeze()
