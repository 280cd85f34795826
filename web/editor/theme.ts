// The editor's looks, in the variables of the page's stylesheet (`style/tokens.css`), so that light
// and dark need no second theme.
//
// The page's policy allows no style elements. In a shadow root CodeMirror adds its rules as a
// constructed style sheet, which policies do not concern; variables are inherited into it, the
// page's rules are not.

import { EditorView } from "@codemirror/view";

const MENU = {
  border: "1px solid var(--line)",
  borderRadius: "var(--radius-small)",
  background: "var(--surface)",
  color: "var(--ink)",
  boxShadow: "var(--shadow)",
};
const FOCUS = { outline: "2px solid var(--accent)", outlineOffset: "1px" };

export const theme = EditorView.theme({
  // Without `overflow`: where tooltips cannot be fixed to the window, as on iOS, they lie within
  // the editor.
  "&": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-small)",
    background: "var(--surface)",
    color: "var(--ink)",
    fontSize: "0.8125rem",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  // The gutter and the panels are not above what lies over the page, other than candidates and
  // signatures.
  ".cm-scroller": {
    isolation: "isolate",
    borderRadius: "inherit",
    maxHeight: "min(60vh, 32rem)",
    fontFamily: "var(--mono)",
    fontVariantLigatures: "none",
    lineHeight: "1.55",
  },
  ".cm-content": {
    minHeight: "4.65em",
    padding: "0.5rem 0",
    caretColor: "var(--accent-strong)",
    tabSize: "4",
  },
  ".cm-line": { padding: "0 0.75rem 0 0.4rem" },
  ".cm-gutters": { border: "0", background: "var(--sunken)", color: "var(--soft)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.1em", padding: "0 0.5rem 0 0.4rem" },
  ".cm-activeLine": { background: "transparent" },
  "&.cm-focused .cm-activeLine": {
    background: "color-mix(in srgb, var(--sunken) 60%, transparent)",
  },
  ".cm-activeLineGutter": { background: "transparent" },
  "&.cm-focused .cm-activeLineGutter": { color: "var(--ink)" },
  "& .cm-line::selection, & .cm-line ::selection": {
    background: "color-mix(in srgb, var(--accent) 26%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": {
    background: "var(--accent-wash)",
    outline: "1px solid var(--accent)",
    borderRadius: "2px",
  },
  "&.cm-focused .cm-nonmatchingBracket": {
    background: "var(--problem-wash)",
    outline: "1px solid var(--problem)",
    borderRadius: "2px",
  },
  ".cm-selectionMatch": { background: "var(--accent-wash)" },
  ".cm-searchMatch": { background: "var(--accent-wash)", outline: "1px solid var(--edge)" },
  ".cm-searchMatch-selected": {
    background: "var(--accent)",
    color: "var(--on-accent)",
    outline: "0",
  },
  ".cm-searchMatch-selected *": { color: "inherit" },
  ".cm-specialChar": { color: "var(--problem)" },

  ".keyword": { color: "var(--code-keyword)" },
  ".string": { color: "var(--code-string)" },
  ".number": { color: "var(--code-number)" },
  ".name": { color: "var(--code-name)" },
  ".comment": { color: "var(--code-comment)", fontStyle: "italic" },

  ".cm-panels": { zIndex: "1", background: "var(--surface)", color: "var(--ink)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-hint": {
    margin: "0",
    padding: "0.2rem 0.6rem",
    color: "var(--soft)",
    fontFamily: "var(--sans)",
    fontSize: "var(--tiny)",
  },
  ".cm-panel.cm-search": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "0.35rem",
    padding: "0.4rem 2.4rem 0.4rem 0.5rem",
    fontFamily: "var(--sans)",
  },
  ".cm-panel.cm-search br": { flexBasis: "100%", height: "0", content: "''" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": {
    margin: "0",
  },
  ".cm-panel.cm-search label": {
    display: "inline-flex",
    alignItems: "center",
    gap: "0.25rem",
    fontSize: "var(--small)",
  },
  ".cm-panel.cm-search [name=close]": {
    top: "0.2rem",
    right: "0.3rem",
    width: "1.9rem",
    height: "1.9rem",
    color: "var(--soft)",
    fontSize: "1.25rem",
    cursor: "pointer",
  },
  ".cm-textfield": {
    minWidth: "0",
    padding: "0.25rem 0.45rem",
    border: "1px solid var(--edge)",
    borderRadius: "var(--radius-small)",
    background: "var(--surface)",
    color: "var(--ink)",
    font: "inherit",
    fontSize: "var(--small)",
  },
  ".cm-button": {
    padding: "0.25rem 0.6rem",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius-small)",
    background: "var(--surface)",
    backgroundImage: "none",
    color: "var(--ink)",
    font: "inherit",
    fontSize: "var(--small)",
    cursor: "pointer",
  },
  ".cm-button:hover": { borderColor: "var(--edge)" },
  ".cm-button:active": { background: "var(--sunken)", backgroundImage: "none" },
  ".cm-panel.cm-search :is(input, button):focus-visible": FOCUS,

  ".cm-tooltip": MENU,
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    minWidth: "12rem",
    maxWidth: "min(30rem, 92vw)",
    maxHeight: "14rem",
    padding: "0.2rem",
    fontFamily: "var(--mono)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    alignItems: "baseline",
    gap: "0.5rem",
    padding: "0.15rem 0.45rem",
    borderRadius: "4px",
    lineHeight: "1.5",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-tooltip-autocomplete li[aria-selected] :is(.kind, .cm-completionDetail)": {
    color: "inherit",
  },
  ".cm-completionLabel": { overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-completionMatchedText": { color: "inherit", fontWeight: "700", textDecoration: "none" },
  ".cm-completionDetail": {
    marginLeft: "auto",
    paddingLeft: "0.75rem",
    color: "var(--soft)",
    fontFamily: "var(--sans)",
    fontSize: "var(--tiny)",
    fontStyle: "normal",
  },
  ".kind": {
    flex: "none",
    width: "1.1em",
    color: "var(--soft)",
    fontSize: "var(--tiny)",
    textAlign: "center",
  },
  ".kind-keyword": { color: "var(--code-keyword)" },
  ".kind-column": { color: "var(--code-string)" },
  ".kind-parameter": { color: "var(--code-number)" },
  ".kind-function, .kind-class": { color: "var(--code-name)" },

  ".cm-signature": {
    maxWidth: "min(44rem, 92vw)",
    maxHeight: "7rem",
    padding: "0.35rem 0.6rem",
    overflow: "auto",
    overflowWrap: "anywhere",
    lineHeight: "1.5",
  },
  ".cm-signature code": { fontFamily: "var(--mono)", color: "var(--soft)" },
  ".cm-signature strong": { color: "var(--ink)", fontWeight: "700" },
  ".cm-signature p": { margin: "0.15rem 0 0", fontFamily: "var(--sans)", fontSize: "var(--small)" },

  "@media (pointer: coarse)": {
    // iOS zooms in on fields with smaller text.
    ".cm-scroller, .cm-tooltip": { fontSize: "16px" },
    ".cm-textfield": { minHeight: "2.75rem", fontSize: "16px" },
    ".cm-button": { minHeight: "2.75rem", minWidth: "2.75rem" },
    ".cm-panel.cm-search [name=close]": { width: "2.75rem", height: "2.75rem" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { minHeight: "2.75rem", alignItems: "center" },
    // The hint is about keys; it still describes the editor to assistive technology. It keeps its
    // place, which the view measures.
    ".cm-panels-bottom": { borderTop: "0" },
    ".cm-hint": { height: "0", padding: "0", overflow: "hidden" },
  },
});
