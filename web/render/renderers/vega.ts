// Draws a chart of Vega or Vega-Lite, and its tooltips, which are text only. Expressions are
// interpreted from their syntax tree, since nothing here is ever compiled to script. Knows Vega's
// views, not the specifications.

import { expressionInterpreter } from "vega-interpreter";
import * as vega from "vega";
import { PAPER } from "../theme.ts";
import { compiled, configuration, quiet } from "./vega/specification.ts";
import type { Drawing, TextJob } from "../frame/frame.ts";
import type { Theme } from "../theme.ts";

self.insituRender = { draw };

const REFUSED = "The chart takes its data from an address, and nothing here may reach the network.";

/** Returns a loader for Vega that refuses every address, and calls `report` with the reason. */
function refusingLoader(report: (reason: string) => void) {
  const refuse = () => Promise.reject(new Error(REFUSED));
  const load = () => {
    report(REFUSED);
    return refuse();
  };
  return { load, http: load, file: load, sanitize: refuse };
}

async function draw(
  place: HTMLElement,
  { kind, content, title, height, theme }: TextJob,
): Promise<Drawing> {
  const chart = document.createElement("div");
  chart.style.position = "relative";
  place.append(chart);
  place.style.overflowX = "auto";
  let at: { theme: Theme; width: number; view: vega.View | null } = {
    theme,
    width: 0,
    view: null,
  };

  const show = async () => {
    const width = place.clientWidth || 640;
    at = { ...at, width };
    at.view?.finalize();
    const { view, ran } = make(content, at.theme, width, "svg");
    view.tooltip(tooltip(chart, at.theme)).hover().initialize(chart);
    at = { ...at, view };
    await ran();
    chart.querySelector("svg")?.setAttribute("aria-label", title);
  };

  const make = (text: string, wanted: Theme, width: number, renderer: vega.Renderers) => {
    const spec = JSON.parse(text);
    const [whole, config] =
      kind === "vegalite"
        ? [compiled(spec, wanted, width, height), {}]
        : [spec, configuration(wanted) as vega.Config];
    const parsed = vega.parse(whole, config, { ast: true });
    let problem: string | null = null;
    const view = new vega.View(parsed, {
      renderer,
      loader: refusingLoader((words) => (problem ??= words)),
      expr: expressionInterpreter,
      logger: quiet((words) => (problem ??= words)),
    });
    const ran = async () => {
      await view.runAsync();
      // A chart without its data would be misleading, so it is an error.
      if (problem !== null) throw new Error(problem);
    };
    return { view, ran };
  };

  await show();
  new ResizeObserver(() => {
    if (place.clientWidth > 0 && place.clientWidth !== at.width) show();
  }).observe(place);

  return {
    async restyle(next) {
      at = { ...at, theme: next };
      await show();
    },
    async picture() {
      const { view, ran } = make(content, PAPER, Math.max(at.width, 640), "none");
      view.background("#ffffff");
      await ran();
      const canvas = await view.toCanvas(2);
      view.finalize();
      return new Promise((resolve, reject) =>
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))),
          "image/png",
        ),
      );
    },
  };
}

/** Returns a tooltip handler for Vega, which shows its text beside the pointer within `chart`. */
function tooltip(
  chart: HTMLElement,
  theme: Theme,
): (handler: unknown, event: MouseEvent, item: unknown, value: unknown) => void {
  chart.querySelector("[role=tooltip]")?.remove();
  const box = document.createElement("div");
  box.setAttribute("role", "tooltip");
  Object.assign(box.style, {
    position: "absolute",
    display: "none",
    zIndex: "1",
    pointerEvents: "none",
    maxWidth: "20rem",
    padding: "0.375rem 0.5rem",
    whiteSpace: "pre-line",
    overflowWrap: "anywhere",
    font: `0.75rem/1.5 ${theme.sans}`,
    color: theme.ink,
    background: theme.surface,
    border: `1px solid ${theme.edge}`,
    borderRadius: "0.375rem",
  });
  chart.append(box);
  return (_, event, __, value) => {
    if (value === null || value === undefined || value === "") {
      box.style.display = "none";
      return;
    }
    box.textContent = textOf(value);
    box.style.display = "block";
    const around = chart.getBoundingClientRect();
    const left = event.clientX - around.left + 12;
    const top = event.clientY - around.top + 12;
    box.style.left = `${Math.max(Math.min(left, around.width - box.offsetWidth), 0)}px`;
    box.style.top = `${Math.max(top + box.offsetHeight > around.height ? top - box.offsetHeight - 20 : top, 0)}px`;
  };
}

/** Returns a value as text: each property of an object on its own line. */
function textOf(value: NonNullable<unknown>) {
  if (typeof value !== "object" || value instanceof Date) return String(value).slice(0, 2000);
  const lines = Object.entries(value)
    .slice(0, 50)
    .map(
      ([name, one]) =>
        `${name}: ${typeof one === "object" && one !== null ? JSON.stringify(one) : one}`,
    );
  return lines.join("\n").slice(0, 2000);
}
