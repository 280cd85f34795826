// Charts of Vega-Lite are compiled at the available width.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAPER } from "../../theme.ts";
import { compiled } from "./specification.ts";

const BARS = {
  data: { values: [{ a: "A", b: 28 }] },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
};

test("a single chart takes the available width unless it sets a smaller one, and a composed chart its own", () => {
  const cases: Array<[object, [width: unknown, height: unknown]]> = [
    [BARS, [596, 320]],
    [{ ...BARS, width: "container", height: "container" }, [596, 320]],
    [{ ...BARS, width: 2000, height: 100 }, [596, 100]],
    [{ ...BARS, width: 200, height: 100 }, [200, 100]],
    [{ hconcat: [BARS] }, [undefined, 300]],
    [{ ...BARS, encoding: { ...BARS.encoding, row: { field: "a" } } }, [undefined, undefined]],
  ];
  for (const [spec, wanted] of cases) {
    const { width, height } = compiled(spec, PAPER, 600, undefined);
    assert.deepEqual([width, height], wanted, JSON.stringify(spec));
  }
  assert.equal(compiled(BARS, PAPER, 600, 250).height, 250);
});

test("a chart that is not an object throws a sentence, and its encoding may be anything", () => {
  for (const spec of ["bar", 7, true, null])
    assert.throws(() => compiled(spec, PAPER, 600, undefined), /must be a JSON object/);
  for (const encoding of ["x", 7, null])
    assert.equal(
      compiled({ ...BARS, encoding }, PAPER, 600, undefined).width,
      596,
      JSON.stringify(encoding),
    );
});
