// The page's colours and type as values that can be handed to a frame. Knows the names of style/tokens.css.

const TOKENS = ["ink", "soft", "line", "edge", "surface", "sunken", "accent", "accent-wash", "problem", "sans", "mono"];

/** Colours for series, each readable on its ground and told apart without hue alone by most eyes. */
const SERIES = {
  light: ["#14606b", "#c2621a", "#5a5fc0", "#a8326e", "#4f7f2e", "#8a6a2f", "#2f86b5", "#6d6a63"],
  dark: ["#5fbcc8", "#eb9d55", "#a0a6f0", "#e283b4", "#9dcb76", "#d2b374", "#7fc4e6", "#b3afa5"],
};

/** The colours of pictures that are saved: on white, wherever they go. */
export const PAPER = {
  dark: false, ink: "#1f1e1b", soft: "#5f5b53", line: "#e2dfd8", edge: "#8a857b", surface: "#ffffff", sunken: "#f3f1ed", accent: "#14606b",
  "accent-wash": "#e3eff0", problem: "#a1281c", sans: "system-ui, sans-serif", mono: "ui-monospace, monospace", series: SERIES.light,
};

const darkness = () => matchMedia("(prefers-color-scheme: dark)");

/** The theme where `place` is: each token's value, whether it is dark, and the colours of series. */
export function themeOf(place) {
  const style = getComputedStyle(place);
  const values = TOKENS.map((name) => [name, style.getPropertyValue(`--${name}`).trim() || PAPER[name]]);
  const dark = darkness().matches;
  return { ...Object.fromEntries(values), dark, series: dark ? SERIES.dark : SERIES.light };
}

/** Who is told of light and dark, for as long as anything else knows the place: a result that was taken out of the page without a word goes. */
const watched = new Map();
const told = new WeakMap();
let query = null;

/** Calls `changed` whenever light becomes dark or the other way; returns what ends that. Ends by itself where `place` is gone for good. */
export function watchTheme(place, changed) {
  if (!query) {
    query = darkness();
    query.addEventListener("change", tell);
  }
  const mark = Symbol("watched");
  watched.set(mark, new WeakRef(place));
  told.set(place, (told.get(place) ?? new Map()).set(mark, changed));
  return () => {
    watched.delete(mark);
    told.get(place)?.delete(mark);
  };
}

function tell() {
  for (const [mark, seen] of [...watched]) {
    const place = seen.deref();
    if (place) told.get(place)?.get(mark)?.();
    else watched.delete(mark);
  }
}
