// A code editor for Python, for code that users write or change themselves: that of a step, and of
// the console.
//
// It lives in a shadow root, where CodeMirror's styles need no exception from the page's policy.
// Knows neither the page nor the kernel: code runs, names are completed and signatures are found by
// the functions that it is given. What those functions answer is shown as text only.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { pythonLanguage } from "@codemirror/lang-python";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { classes } from "../highlight/classes.ts";
import { completion } from "./completion.ts";
import { HINT, hint, leaving, recalling, running, tab } from "./keys.ts";
import { signatureHelp } from "./signature.ts";
import { theme } from "./theme.ts";
import type { Complete } from "./completion.ts";
import type { Recall } from "./keys.ts";
import type { Signature } from "./signature.ts";

/** What an editor is opened with. */
interface EditorOptions {
  code: string;
  /** The accessible name. */
  label: string;
  /**
   * Is called when the user presses Shift and Enter, or Ctrl (Command on Apple's systems) and
   * Enter.
   */
  onRun?: (code: string) => void;
  /** Is called when the user presses an arrow key that leaves the first or the last line. */
  onRecall?: Recall;
  /** Is called with each change by the user, not for `set`. */
  onChange?: (code: string) => void;
  complete?: Complete;
  signature?: Signature;
  readOnly?: boolean;
}

/** An open editor. `set` replaces the text, which the user can undo. */
type Editor = { code(): string; set(code: string): void; focus(): void; destroy(): void };

/** Marks changes that the page makes. */
const byPage = Annotation.define();

/** Opens an editor at the end of an element. */
export function openEditor(parent: Element, options: EditorOptions): Editor {
  const host = document.createElement("div");
  host.className = "editor";
  host.dataset.testid = "editor";
  const root = host.attachShadow({ mode: "open" });
  parent.append(host);
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({ doc: options.code, extensions: extensions(options) }),
  });
  return {
    code: () => view.state.doc.toString(),
    set(code) {
      if (code === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: code },
        annotations: byPage.of(true),
      });
    },
    focus: () => view.focus(),
    destroy() {
      view.destroy();
      host.remove();
    },
  };
}

/** Returns the extensions of an editor. */
export function extensions({
  label,
  onRun,
  onRecall,
  onChange,
  complete,
  signature,
  readOnly = false,
}: EditorOptions) {
  return [
    onRun ? running(onRun) : [],
    onRecall ? recalling(onRecall) : [],
    leaving,
    hint({ readOnly, runs: onRun !== undefined }),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      tabindex: "0",
      "aria-label": label,
      "aria-describedby": HINT,
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.every((one) => one.annotation(byPage)))
        onChange?.(update.state.doc.toString());
    }),
    pythonLanguage,
    syntaxHighlighting(classes),
    indentUnit.of("    "),
    indentOnInput(),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    bracketMatching(),
    readOnly
      ? []
      : [
          closeBrackets(),
          history(),
          completion(complete),
          signature ? signatureHelp(signature) : [],
        ],
    search({ top: true }),
    highlightSelectionMatches({ minSelectionLength: 2 }),
    keymap.of([
      ...tab,
      ...closeBracketsKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    theme,
  ];
}
