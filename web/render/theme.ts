// The page's colours and fonts as values that can be sent to a frame. Knows the names of
// style/tokens.css.

/** The name of a colour or a font in style/tokens.css. */
export type Token =
  | "ink"
  | "soft"
  | "line"
  | "edge"
  | "surface"
  | "sunken"
  | "accent"
  | "accent-wash"
  | "problem"
  | "sans"
  | "mono";

/** The value of each token, whether it is dark, and the colours of series. */
export type Theme = Record<Token, string> & { dark: boolean; series: string[] };

const TOKENS: Token[] = [
  "ink",
  "soft",
  "line",
  "edge",
  "surface",
  "sunken",
  "accent",
  "accent-wash",
  "problem",
  "sans",
  "mono",
];

/**
 * Colours of series, each legible on its background, and distinct for most users by more than hue.
 */
const SERIES = {
  light: ["#14606b", "#c2621a", "#5a5fc0", "#a8326e", "#4f7f2e", "#8a6a2f", "#2f86b5", "#6d6a63"],
  dark: ["#5fbcc8", "#eb9d55", "#a0a6f0", "#e283b4", "#9dcb76", "#d2b374", "#7fc4e6", "#b3afa5"],
};

/** The theme of saved pictures: on white, wherever they are used. */
export const PAPER: Theme = {
  dark: false,
  ink: "#1f1e1b",
  soft: "#5f5b53",
  line: "#e2dfd8",
  edge: "#8a857b",
  surface: "#ffffff",
  sunken: "#f3f1ed",
  accent: "#14606b",
  "accent-wash": "#e3eff0",
  problem: "#a1281c",
  sans: "system-ui, sans-serif",
  mono: "ui-monospace, monospace",
  series: SERIES.light,
};

const darkness = () => matchMedia("(prefers-color-scheme: dark)");

/**
 * Returns the theme at `place`: each token's value, whether it is dark, and the colours of series.
 */
export function themeOf(place: Element): Theme {
  const style = getComputedStyle(place);
  const values = TOKENS.map((name) => [
    name,
    style.getPropertyValue(`--${name}`).trim() || PAPER[name],
  ]);
  const dark = isDark(style);
  return { ...Object.fromEntries(values), dark, series: dark ? SERIES.dark : SERIES.light };
}

/** The style names both schemes unless the user has chosen one. */
function isDark({ colorScheme }: CSSStyleDeclaration) {
  return colorScheme === "dark" || (colorScheme !== "light" && darkness().matches);
}

/**
 * The listeners of each place, held only as long as anything else refers to the place: a result may
 * leave the page without notice.
 */
const watched = new Map<symbol, WeakRef<Element>>();
const listeners = new WeakMap<Element, Map<symbol, () => void>>();
let query: MediaQueryList | null = null;

/**
 * Calls `changed` when the colour scheme of the system changes, or the one that the user has chosen;
 * returns a function that stops this. Stops by
 * itself once `place` is garbage-collected.
 */
export function watchTheme(place: Element, changed: () => void): () => void {
  if (!query) {
    query = darkness();
    query.addEventListener("change", notify);
    new MutationObserver(notify).observe(document.documentElement, {
      attributeFilter: ["data-theme"],
    });
  }
  const mark = Symbol("watched");
  watched.set(mark, new WeakRef(place));
  listeners.set(place, (listeners.get(place) ?? new Map()).set(mark, changed));
  return () => {
    watched.delete(mark);
    listeners.get(place)?.delete(mark);
  };
}

function notify() {
  for (const [mark, seen] of [...watched]) {
    const place = seen.deref();
    if (place) listeners.get(place)?.get(mark)?.();
    else watched.delete(mark);
  }
}
