// The legend of a chart or a figure: its entries as buttons that hide and show series, by pointer
// and by keyboard, and which series are hidden in a drawn graph. Knows the state that Plotly keeps
// in a graph, and only reads it; knows nothing of how series are drawn.

import { words } from "../../chart/values.ts";
import { injectStyles } from "../../frame/styles.ts";
import type { Figure, FullTrace, Graph, Legend, Trace } from "plotly.js-cartesian-dist-min";
import type { Theme, Token } from "../../theme.ts";

/**
 * An entry of a figure's legend: `traces` are indices into the figure's data; a slice has its
 * `label` instead.
 */
export type FigureEntry = {
  name: string;
  colour: string;
  shown: boolean;
  traces: number[];
  label: string | null;
};

const STYLES = `
  .toggles { display: flex; flex-wrap: wrap; gap: 4px; padding: 0 8px 8px; }
  .toggles[data-title]::before { content: attr(data-title); align-self: center; padding-left: 10px; color: var(--soft); font: 13px/1.4 var(--sans); }
  .toggles:empty { display: none; }
  .toggles.is-quiet:not(:focus-within) { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .toggles button { display: inline-flex; align-items: center; gap: 8px; max-width: 100%; min-height: 32px; padding: 2px 10px; border: 1px solid transparent;
    border-radius: 6px; background: none; color: var(--ink); font: 13px/1.4 var(--sans); text-align: start; cursor: pointer; }
  .toggles button:hover { background: var(--sunken); }
  .toggles button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .toggles button::before { content: ""; flex: none; box-sizing: border-box; width: 12px; height: 12px; border: 2px solid var(--series); border-radius: 3px; background: var(--series); }
  .toggles button[aria-pressed="false"] { color: var(--soft); text-decoration: line-through; }
  .toggles button[aria-pressed="false"]::before { background: none; }
  .toggles span { min-width: 0; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate; }
`;

/** The name of the row of buttons. */
const SHOWN = "Series that are shown";

/** The largest number of names that are listed for a group; of more, the first. */
const MAX_LISTED_NAMES = 3;

/**
 * Returns the legend's entries. A group is one entry, since a click on any of its names toggles
 * all. None if there is no choice, or no legend.
 *
 * @param graph that Plotly has drawn
 */
export function entries({
  _fullData: traces = [],
  _fullLayout: layout = {},
  calcdata = [],
}: Pick<Graph, "_fullData" | "_fullLayout" | "calcdata">): FigureEntry[] {
  if (layout.showlegend !== true) return [];
  const found = new Map<
    string,
    { names: string[]; titles: string[]; colour: string; shown: boolean; traces: number[] }
  >();
  const slices = new Map<string, FigureEntry>();
  for (const trace of traces) {
    if (trace.visible !== true && trace.visible !== "legendonly") continue;
    const legend = (layout[trace.legend ?? "legend"] ?? {}) as Legend;
    if (Array.isArray(trace.labels) && (trace.type === "pie" || trace.type === "funnelarea")) {
      if (!trace.showlegend || trace.visible !== true) continue;
      for (const { label, color, hidden } of calcdata.find(([point]) => point?.trace === trace) ??
        []) {
        if (!slices.has(label))
          slices.set(label, {
            name: String(label),
            colour: color,
            shown: hidden !== true,
            traces: [],
            label: String(label),
          });
      }
      continue;
    }
    if (legend.itemclick === false) continue;
    const together = trace.legendgroup && legend.groupclick !== "toggleitem";
    if (!together && !trace.showlegend) continue;
    const key = together ? `group ${trace.legend} ${trace.legendgroup}` : `trace ${trace.index}`;
    const one = found.get(key) ?? {
      names: [],
      titles: [],
      colour: colourOf(trace),
      shown: false,
      traces: [],
    };
    found.set(key, one);
    if (trace.showlegend) one.names.push(trace.name);
    if (trace.legendgrouptitle?.text) one.titles.push(trace.legendgrouptitle.text);
    one.shown ||= trace.visible === true;
    one.traces.push(trace.index);
  }
  const named = [...found.values()].filter(({ names }) => names.length > 0);
  const series = named.map(({ names, titles, ...one }) => ({
    name: withoutTags(titles[0] ?? together(names)),
    ...one,
    label: null,
  }));
  const all = [
    ...series,
    ...[...slices.values()].map((slice) => ({ ...slice, name: withoutTags(slice.name) })),
  ];
  return all.length > 1 ? all : [];
}

function together(names: string[]) {
  const unique = [...new Set(names)];
  return unique.length > MAX_LISTED_NAMES
    ? `${unique.slice(0, MAX_LISTED_NAMES).join(", ")} and ${unique.length - MAX_LISTED_NAMES} more`
    : unique.join(", ");
}

/** Returns a name without the tags that Plotly interprets. */
const withoutTags = (name: string) =>
  String(name)
    .replaceAll(/<\/?[a-z][^>]*>/gi, " ")
    .replaceAll(/\s+/g, " ")
    .trim() || "trace";

/** Returns the colour of a series, or that of the text if it has none. */
function colourOf({ line, marker, fillcolor, color, increasing }: FullTrace) {
  return (
    [marker?.color, line?.color, color, increasing?.line?.color, fillcolor].find(
      (one) => typeof one === "string",
    ) ?? "currentColor"
  );
}

/** What is hidden in a drawn graph: indices of traces, and labels of slices. */
type Hidden = { traces: number[]; labels: string[] };

/** Returns what is hidden in a drawn graph: indices of traces, and labels of slices. */
export function hiddenSeries(graph: Graph): Hidden {
  const traces = (graph._fullData ?? [])
    .filter(({ visible }) => visible === "legendonly")
    .map(({ index }) => index);
  return { traces, labels: [...(graph._fullLayout?.hiddenlabels ?? [])] };
}

/** Returns the figure with these series hidden, and no others. */
export function withHidden(
  { data, layout, ...figure }: Figure,
  { traces, labels }: Hidden,
): Figure {
  const out = new Set(traces);
  const shown = (trace: Trace, at: number): Trace =>
    out.has(at)
      ? { ...trace, visible: "legendonly" }
      : trace.visible === "legendonly"
        ? { ...trace, visible: true }
        : trace;
  return {
    ...figure,
    data: data.map(shown),
    layout: labels.length > 0 || layout.hiddenlabels ? { ...layout, hiddenlabels: labels } : layout,
  };
}

/**
 * Adds the buttons at the end of `place`.
 *
 * @param how `quiet`: they are visible only while one has the focus, for a figure with its own
 *   legend
 * @param toggle is called with the entry that was pressed
 * @returns updates the buttons
 */
export function toggles<Entry extends { name: string; colour: string; shown: boolean }>(
  place: HTMLElement,
  { quiet }: { quiet: boolean },
  toggle: (entry: Entry) => void,
): (legend: Entry[], theme: Theme, title?: string) => void {
  injectStyles(STYLES);
  const row = document.createElement("div");
  row.className = quiet ? "toggles is-quiet" : "toggles";
  row.setAttribute("role", "group");
  place.append(row);
  let named = "";
  let entries: Entry[] = [];

  return (legend, theme, title = "") => {
    entries = legend;
    // Written by the stylesheet, so that the buttons are the only children.
    if (title && legend.length > 0) row.dataset.title = words(title);
    row.setAttribute("aria-label", [words(title), SHOWN].filter(Boolean).join(": "));
    // A saved page does not set the theme's values itself.
    for (const name of ["ink", "soft", "sunken", "surface", "accent", "sans"] as Token[])
      place.style.setProperty(`--${name}`, theme[name]);
    const names = JSON.stringify(legend.map(({ name }) => name));
    // Buttons of the same names stay, and the focus with them.
    if (names !== named)
      row.replaceChildren(...legend.map(({ name }, at) => button(name, () => toggle(entries[at]))));
    named = names;
    legend.forEach(({ colour, shown }, at) => {
      (row.children[at] as HTMLElement).style.setProperty("--series", colour);
      row.children[at].setAttribute("aria-pressed", String(shown));
    });
  };
}

function button(name: string, press: () => void) {
  const made = document.createElement("button");
  const label = document.createElement("span");
  made.type = "button";
  label.textContent = words(name);
  made.append(label);
  made.addEventListener("click", press);
  return made;
}
