// Applies the page's colours to a Plotly figure: what the figure sets stays, what it leaves to its
// template is ours. Pure.

import { withoutNeedlessWebGl } from "./webgl.ts";
import type { Figure, Layout, Trace } from "plotly.js-cartesian-dist-min";
import type { Theme } from "../../theme.ts";

/** Default height of a figure, in CSS pixels. */
const HEIGHT = 420;

/**
 * Returns a figure in the page's colours.
 *
 * @param figure which is not changed
 * @param place the theme, the available width, the preferred height
 */
export function themed(
  figure: { data?: Array<Trace | null>; layout?: unknown; frames?: object[] } | null,
  { theme, width, height }: { theme: Theme; width: number; height?: number },
): Required<Omit<Figure, "config">> {
  const { data = [], frames = [] } = figure ?? {};
  const layout = objectOf(figure?.layout) as Layout;
  if (!Array.isArray(data)) throw new Error("The figure has no list of traces.");
  const narrow = width < 480;
  const fits = Number.isFinite(layout.width) && (layout.width as number) <= width;
  const high = Number.isFinite(layout.height)
    ? Math.min(Math.max(layout.height as number, 80), 4000)
    : (height ?? HEIGHT);
  return {
    data: data
      .filter((trace) => trace !== null && typeof trace === "object")
      .map(withoutNeedlessWebGl),
    frames: Array.isArray(frames) ? frames : [],
    layout: {
      ...layout,
      template: template(layout.template, theme, narrow),
      width: fits ? layout.width : width,
      height: high,
      autosize: false,
      dragmode: layout.dragmode ?? (narrow ? false : "zoom"),
    },
  };
}

/** Numbers as tables show them: 59,435.2 rather than 59.4352k. */
const NUMBERS = { exponentformat: "none", separatethousands: true };

/** The layout of a template. */
type Defaults = Layout & {
  coloraxis?: object;
  annotationdefaults?: object;
  shapedefaults?: object;
};

/**
 * Returns the figure's template, which has the defaults of axes and texts, with the theme's
 * colours.
 */
function template(given: unknown, theme: Theme, narrow: boolean) {
  const { data, layout: defaults } = objectOf(given) as { data?: unknown; layout?: unknown };
  const layout = objectOf(defaults) as Defaults;
  const axis = {
    gridcolor: theme.line,
    linecolor: theme.edge,
    zerolinecolor: theme.edge,
    zerolinewidth: 1,
    tickcolor: theme.edge,
    automargin: true,
    title: { standoff: 12 },
    ...NUMBERS,
  };
  const polar = { bgcolor: "rgba(0,0,0,0)", radialaxis: axis, angularaxis: axis };
  const scene = { ...axis, backgroundcolor: "rgba(0,0,0,0)", showbackground: false };
  return {
    data: {
      ...objectOf(data),
      table: [
        {
          header: {
            fill: { color: theme.sunken },
            line: { color: theme.line },
            font: { color: theme.ink },
          },
          cells: {
            fill: { color: theme.surface },
            line: { color: theme.line },
            font: { color: theme.ink },
          },
        },
      ],
      bar: [
        {
          marker: { line: { width: 0 } },
          error_x: { color: theme.soft },
          error_y: { color: theme.soft },
        },
      ],
      histogram: [{ marker: { line: { width: 0 } } }],
    },
    layout: {
      ...layout,
      colorway: isDefault(layout.colorway) ? theme.series : layout.colorway,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { ...layout.font, color: theme.ink, family: theme.sans, size: 12 },
      title: {
        ...layout.title,
        x: 0,
        xref: "container",
        xanchor: "left",
        y: 1,
        yref: "container",
        yanchor: "top",
        pad: { t: 12, l: 4 },
        font: { size: 15, weight: 600, color: theme.ink },
      },
      margin: { t: 56, r: 16, b: 48, l: narrow ? 44 : 56 },
      hoverlabel: {
        bgcolor: theme.surface,
        bordercolor: theme.edge,
        font: { color: theme.ink, family: theme.sans },
        align: "left",
      },
      legend: {
        ...layout.legend,
        font: { color: theme.ink },
        bgcolor: "rgba(0,0,0,0)",
        ...(narrow ? { orientation: "h", y: -0.2, yanchor: "top" } : {}),
      },
      modebar: { bgcolor: "rgba(0,0,0,0)", color: theme.soft, activecolor: theme.accent },
      xaxis: { ...layout.xaxis, ...axis },
      yaxis: { ...layout.yaxis, ...axis },
      polar: { ...layout.polar, ...polar },
      ternary: { bgcolor: "rgba(0,0,0,0)", aaxis: axis, baxis: axis, caxis: axis },
      scene: { xaxis: scene, yaxis: scene, zaxis: scene, dragmode: "turntable" },
      coloraxis: { ...layout.coloraxis, colorbar: { outlinewidth: 0, thickness: 14, ...NUMBERS } },
      annotationdefaults: {
        ...layout.annotationdefaults,
        font: { color: theme.ink },
        arrowcolor: theme.soft,
      },
      shapedefaults: { ...layout.shapedefaults, line: { color: theme.soft } },
    },
  };
}

/** Returns whether a list of colours is missing, or one of Plotly's defaults. */
function isDefault(colours: unknown) {
  return !Array.isArray(colours) || colours[0] === "#636efa" || colours[0] === "#1f77b4";
}

/**
 * Returns an object as it is, and an empty one for anything else: the user's code may have put a
 * null or a text anywhere.
 */
function objectOf(given: unknown): object {
  return typeof given === "object" && given !== null ? given : {};
}
