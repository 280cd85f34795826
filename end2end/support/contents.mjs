// Legitimate contents of the kinds that are drawn in a frame: charts as the kernel extracts them,
// figures, specifications, and a PDF of one line. Knows nothing of how they are shown.

/** Two series over twelve months. */
export const LINE = {
  type: "line",
  title: "Revenue",
  xLabel: "month",
  yLabel: "revenue (k€)",
  xScale: "datetime",
  yScale: "linear",
  xTicks: [],
  yTicks: [],
  elements: ["Milano", "Roma"].map((label, at) => ({
    label,
    points: Array.from({ length: 12 }, (_, month) => [
      `2025-${String(month + 1).padStart(2, "0")}-01`,
      month * (at + 1),
    ]),
  })),
};

/** A polar line with named angles. */
export const POLAR = {
  ...LINE,
  title: "Wind",
  xScale: "linear",
  polar: true,
  angles: [
    [0, "north"],
    [1.5, "east"],
  ],
  elements: [
    {
      label: "speed",
      points: [
        [0, 1],
        [1.5, 2],
        [3, 1],
      ],
    },
  ],
};

/** Three polar bars. */
export const POLAR_BARS = {
  ...LINE,
  type: "bar",
  polar: true,
  xScale: "linear",
  elements: [0, 1, 2].map((at) => ({ label: String(at), group: "", value: at + 1 })),
};

/** Two boxes, one with an outlier. */
export const BOXES = {
  ...LINE,
  type: "box",
  xScale: "linear",
  elements: [[], [9]].map((outliers, at) => ({
    label: `box ${at}`,
    min: 1,
    firstQuartile: 2,
    median: 3,
    thirdQuartile: 4,
    max: 5,
    outliers,
  })),
};

/** A filled contour. */
export const AREAS = {
  ...LINE,
  xScale: "linear",
  type: "contour",
  filled: true,
  elements: [
    {
      label: "0–1",
      from: 0,
      to: 1,
      points: [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    },
  ],
};

/** A 3D surface of one face. */
export const SURFACE = {
  ...LINE,
  type: "surface",
  title: "Hill",
  xScale: "linear",
  zLabel: "height",
  zScale: "linear",
  elements: [
    {
      label: "",
      points: [
        [0, 0, 1],
        [1, 0, 2],
        [1, 1, 4],
        [0, 1, 3],
      ],
      faces: [[0, 1, 2, 3]],
    },
  ],
};

/** A Plotly figure with two traces. */
export const FIGURE = {
  data: [
    { type: "scatter", mode: "markers", x: [1, 2, 3], y: [4, 1, 9] },
    { type: "bar", x: [1, 2, 3], y: [2, 3, 4] },
  ],
  layout: { title: { text: "Points and bars" } },
};

/** A Vega-Lite chart with two bars. */
export const LITE = {
  data: {
    values: [
      { a: "A", b: 28 },
      { a: "B", b: 55 },
    ],
  },
  mark: "bar",
  encoding: { x: { field: "a", type: "nominal" }, y: { field: "b", type: "quantitative" } },
};

/** A Vega specification with one mark. */
export const VEGA = {
  width: 80,
  height: 60,
  marks: [
    {
      type: "rect",
      encode: {
        enter: {
          x: { value: 5 },
          y: { value: 5 },
          width: { value: 40 },
          height: { value: 30 },
          fill: { value: "teal" },
        },
      },
    },
  ],
};

/**
 * Returns a PDF of one page with one line on it, in base64: in Helvetica, which every reader has,
 * or as hexadecimal codes of another font.
 *
 * @param {string} line
 */
export function pdf(line, font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>") {
  const text = `BT /F1 24 Tf 72 700 Td ${line.startsWith("<") ? line : `(${line})`} Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    font,
  ];
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`;
  return Buffer.from(out, "latin1").toString("base64");
}
