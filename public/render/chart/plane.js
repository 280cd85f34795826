// What is measured over a plane: hexagons, levels and areas of levels, arrows. Pure.

import { plain } from "./text.js";
import { apart, colour, graded, number, shades, value } from "./values.js";

/** The height of a hexagon that stands on a corner, as a share of its width; its rows are three quarters of that apart. */
const TALL = 2 / Math.sqrt(3);

/** Hexagons as marks, as large as leaves no room between them where `room`, in CSS pixels, is what they are drawn on. */
export function hexbin({ xScale, yScale, valueLabel, ...chart }, elements, { theme, alone, room }) {
  const said = plain(valueLabel);
  const lattice = latticeOf({ ...chart, elements });
  return elements.map(({ label, points, values }) => {
    const list = Array.isArray(points) ? points : [];
    const held = list.map((_, at) => number(values?.[at]));
    return {
      type: "scatter",
      mode: "markers",
      name: plain(label),
      x: list.map((point) => value(point?.[0], xScale)),
      y: list.map((point) => value(point?.[1], yScale)),
      customdata: held,
      marker: {
        symbol: "hexagon",
        size: lattice ? Math.max(Math.min(room.width / lattice.columns, (room.height / lattice.rows) * TALL) * TALL, 3) : 12,
        color: held,
        colorscale: shades(theme),
        showscale: alone && elements.length === 1,
        colorbar: { thickness: 12, outlinewidth: 0, title: { text: said } },
      },
      hovertemplate: `%{x}<br>%{y}<br>${said ? `${said} ` : ""}<b>%{customdata}</b><extra>${plain(label)}</extra>`,
    };
  });
}

/** How many hexagons stand beside and above each other, and by how much the second axis has to be stretched for these to be regular. */
export function latticeOf({ elements }) {
  const points = elements.flatMap(({ points }) => (Array.isArray(points) ? points : [])).filter((point) => number(point?.[0]) !== null && number(point?.[1]) !== null);
  const [across, up] = [0, 1].map((side) => points.map((point) => point[side]));
  // Every other row is moved by half a hexagon.
  const [half, step] = [apart(across), apart(up)];
  if (half === null || step === null) return null;
  const extent = (list) => list.reduce((most, one) => Math.max(most, one), -Infinity) - list.reduce((least, one) => Math.min(least, one), Infinity);
  return { columns: extent(across) / (2 * half) + 2, rows: extent(up) / step + 2, ratio: (Math.sqrt(3) * half) / step };
}

/** Lines of one height, or what lies between two. */
export function contour({ xScale, yScale, filled }, elements, { theme }) {
  return elements.map(({ label, points }, index) => {
    const list = Array.isArray(points) ? points : [];
    // Their order is that of the heights.
    const own = graded(theme, elements.length > 1 ? index / (elements.length - 1) : 1);
    return {
      type: "scatter",
      mode: "lines",
      name: plain(label),
      x: list.map((point) => value(point?.[0], xScale)),
      y: list.map((point) => value(point?.[1], yScale)),
      connectgaps: false,
      line: { width: filled ? 0.5 : 2, color: own },
      ...(filled ? { fill: "toself", fillcolor: own, hoveron: "fills", hoverinfo: "name", text: plain(label) } : { hovertemplate: `%{x}<br><b>%{y}</b><extra>${plain(label)}</extra>` }),
    };
  });
}

/** An arrow as a line from where it stands, all of one scale, so that the longest goes a tenth of the way across. */
export function quiver(_, elements, { theme, from }) {
  return elements.map(({ label, vectors }, index) => {
    const list = (Array.isArray(vectors) ? vectors : []).filter((one) => Array.isArray(one) && one.every((part) => number(part) !== null));
    const spans = [0, 1].map((side) => list.reduce((most, one) => Math.max(most, one[side]), -Infinity) - list.reduce((least, one) => Math.min(least, one[side]), Infinity));
    const longest = list.reduce((most, [, , u, v]) => Math.max(most, Math.hypot(u, v)), 0);
    const stretch = longest > 0 ? Math.max(...spans.filter(Number.isFinite), 1) / 10 / longest : 0;
    return {
      type: "scatter",
      mode: "lines+markers",
      name: plain(label),
      x: list.flatMap(([x, , u]) => [x, x + u * stretch, null]),
      y: list.flatMap(([, y, , v]) => [y, y + v * stretch, null]),
      customdata: list.flatMap(([, , u, v]) => [[u, v], [u, v], null]),
      line: { width: 1.5, color: colour(theme, from + index) },
      // The head looks the way that the line comes.
      marker: { symbol: "arrow", angleref: "previous", size: list.flatMap(([, , u, v]) => [0, u === 0 && v === 0 ? 3 : 9, 0]), color: colour(theme, from + index) },
      hovertemplate: `(%{customdata[0]}, %{customdata[1]})<extra>${plain(label)}</extra>`,
    };
  });
}
