// The editor's keys. Tab completes and indents; Escape makes it leave the editor, as the hint below
// the code says.

import {
  acceptCompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  selectedCompletionIndex,
  startCompletion,
} from "@codemirror/autocomplete";
import { indentLess, indentMore } from "@codemirror/commands";
import { indentUnit } from "@codemirror/language";
import { Prec } from "@codemirror/state";
import { EditorView, keymap, showPanel } from "@codemirror/view";
import type { Command } from "@codemirror/view";

/** The hint's id, unique in the editor's shadow root. */
export const HINT = "hint";

/** Returns the bindings of the keys that run the code. */
export function running(run: (code: string) => void) {
  const act: Command = (view) => {
    closeCompletion(view);
    run(view.state.doc.toString());
    return true;
  };
  return Prec.highest(
    keymap.of([
      { key: "Mod-Enter", run: act, preventDefault: true },
      { key: "Shift-Enter", run: act, preventDefault: true },
    ]),
  );
}

/** Returns the code before (-1) or after (1) that of the editor, or null if there is none. */
export type Recall = (step: -1 | 1, code: string) => string | null;

/**
 * Returns the bindings of the arrow keys that bring back other code: up at the first line, down at
 * the last one.
 */
export function recalling(recall: Recall) {
  const go =
    (step: -1 | 1): Command =>
    (view) => {
      const { doc, selection } = view.state;
      if (!selection.main.empty || completionStatus(view.state) === "active") return false;
      if (doc.lineAt(selection.main.head).number !== (step < 0 ? 1 : doc.lines)) return false;
      const code = recall(step, doc.toString());
      if (code === null) return false;
      const insert = view.state.toText(code);
      // Where the next press goes on.
      const anchor = step < 0 ? insert.line(1).to : insert.length;
      view.dispatch({
        changes: { from: 0, to: doc.length, insert },
        selection: { anchor },
        scrollIntoView: true,
      });
      return true;
    };
  return keymap.of([
    { key: "ArrowUp", run: go(-1) },
    { key: "ArrowDown", run: go(1) },
  ]);
}

/**
 * Tab accepts a candidate, or completes after a name or a point, or indents. In text that cannot be
 * changed it leaves the editor.
 */
export const tab = [
  {
    key: "Tab",
    run: ((view) =>
      !view.state.readOnly && (accept(view) || completeHere(view) || indent(view))) as Command,
    shift: ((view) => !view.state.readOnly && indentLess(view)) as Command,
  },
];

function accept(view: EditorView) {
  if (completionStatus(view.state) !== "active") return false;
  if (selectedCompletionIndex(view.state) === null || selectedCompletionIndex(view.state) === -1)
    moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

function completeHere(view: EditorView) {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  return (
    main.empty &&
    /[\p{L}\p{N}_.]$/u.test(view.state.sliceDoc(line.from, main.head)) &&
    startCompletion(view)
  );
}

function indent(view: EditorView) {
  const { state } = view;
  if (!state.selection.main.empty) return indentMore(view);
  const { head } = state.selection.main;
  const unit = state.facet(indentUnit).length;
  const spaces = " ".repeat(unit - ((head - state.doc.lineAt(head).from) % unit));
  view.dispatch(
    state.update(state.replaceSelection(spaces), { scrollIntoView: true, userEvent: "input" }),
  );
  return true;
}

/** After Escape, Tab and Shift-Tab leave the editor until the user types or comes back. */
export const leaving = [
  Prec.highest(
    keymap.of([
      {
        key: "Escape",
        run: (view) => {
          // The view lets Tab leave for two seconds after any Escape; one that closes candidates is
          // not meant so.
          if (completionStatus(view.state) !== null) view.setTabFocusMode(false);
          return false;
        },
      },
    ]),
  ),
  Prec.lowest(
    keymap.of([
      {
        key: "Escape",
        run: (view) => {
          view.setTabFocusMode(true);
          view.dispatch({ effects: EditorView.announce.of("Tab now leaves the editor.") });
          return true;
        },
      },
    ]),
  ),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false);
  }),
  EditorView.domEventObservers({ blur: (_event, view) => view.setTabFocusMode(false) }),
];

/**
 * Returns the line below the code that says which keys do what; it also describes the editor to
 * assistive technology.
 */
export function hint({ readOnly, runs }: { readOnly: boolean; runs: boolean }) {
  const mod = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";
  const text = readOnly
    ? "This code cannot be changed."
    : "Tab indents and completes; press Escape, then Tab, to leave.";
  return showPanel.of(() => {
    const dom = document.createElement("p");
    dom.className = "cm-hint";
    dom.id = HINT;
    dom.textContent = runs ? `${text} ${mod}+Enter runs the code.` : text;
    return { dom };
  });
}
