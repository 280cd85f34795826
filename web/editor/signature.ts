// The signature of the call around the cursor, in a tooltip above it.
//
// What the kernel answers is text of live objects, in which any code may have run: it is checked,
// bounded and shown as text only.

import { syntaxTree } from "@codemirror/language";
import { Prec, StateEffect, StateField } from "@codemirror/state";
import { keymap, showTooltip, ViewPlugin } from "@codemirror/view";

import { toPoints, toUnits } from "./positions.ts";
import type { EditorState, StateEffectType } from "@codemirror/state";
import type { EditorView, Tooltip, ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

/**
 * A signature. `active` is the span of the parameter at the cursor in `text`, in code points; `doc`
 * is a sentence about the function.
 */
type SignatureHelp = { text: string; active?: [number, number] | null; doc?: string };

/**
 * Asks the kernel for the signature of the call at a position, which counts code points. Resolves
 * with null if there is none or the kernel is busy. The signal is aborted when the answer is no
 * longer needed.
 */
export type Signature = (
  code: string,
  cursor: number,
  signal: AbortSignal,
) => Promise<SignatureHelp | null>;

/** The time without a change after which a signature is asked for, in milliseconds. */
const PAUSE = 200;
const MAX_TEXT_LENGTH = 2_000;
const MAX_DOC_LENGTH = 300;
const HIDDEN = /[\p{C}\u2028\u2029]/gu;

type Checked = { text: string; active: [number, number] | null; doc: string };

/** Shows a signature above the start of its call's arguments. */
const show: StateEffectType<{ at: number; help: Checked } | null> = StateEffect.define();

const shown: StateField<Tooltip | null> = StateField.define({
  create: () => null,
  update(tooltip: Tooltip | null, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(show))
        return (
          effect.value && { pos: effect.value.at, above: true, create: view(effect.value.help) }
        );
    }
    return tooltip && transaction.docChanged
      ? { ...tooltip, pos: transaction.changes.mapPos(tooltip.pos) }
      : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** Returns the extension. */
export function signatureHelp(signature: Signature) {
  const asking = ViewPlugin.define((editor) => new Asking(editor, signature));
  const dismiss = (editor: EditorView) => {
    editor.plugin(asking)?.dismiss();
    // Other bindings of the key act as well, so that Escape then Tab leaves the editor.
    return false;
  };
  return [shown, asking, Prec.high(keymap.of([{ key: "Escape", run: dismiss }]))];
}

/**
 * Returns where the arguments of the innermost call around a position start, or null outside of
 * calls.
 */
export function callAt(state: EditorState, position: number) {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1);
  for (; node; node = node.parent) {
    const closed = node.lastChild?.name === ")";
    const inside = node.from < position && (!closed || position < node.to);
    if (node.name === "ArgList" && node.parent?.name !== "ClassDefinition" && inside)
      return node.from;
    if (node.name === "Body" || node.name === "Comment") return null;
  }
  return null;
}

/** Asks for signatures while the cursor moves: one request at a time, the last one counts. */
class Asking {
  editor: EditorView;
  signature: Signature;
  call: number | null = null;
  pause: ReturnType<typeof setTimeout> | undefined;
  aborter: AbortController | undefined;
  dismissed = false;

  constructor(editor: EditorView, signature: Signature) {
    this.editor = editor;
    this.signature = signature;
  }

  update(update: ViewUpdate) {
    if (!update.docChanged && !update.selectionSet && !update.focusChanged) return;
    this.cancel();
    const { state, view } = update;
    const { main } = state.selection;
    const call = view.hasFocus && main.empty ? callAt(state, main.head) : null;
    const before = this.call === null ? null : update.changes.mapPos(this.call);
    if (call !== before) this.dismissed = false;
    this.call = call;
    // An update cannot dispatch another one.
    if (call === null || this.dismissed) this.pause = setTimeout(() => this.close(), 0);
    else this.pause = setTimeout(() => this.ask(call), PAUSE);
  }

  async ask(call: number) {
    const { state } = this.editor;
    const code = state.doc.toString();
    const aborter = (this.aborter = new AbortController());
    let help: Checked | null = null;
    try {
      help = checked(
        await this.signature(code, toPoints(code, state.selection.main.head), aborter.signal),
      );
    } catch {
      // The user is typing: a failure is silent.
    }
    if (aborter.signal.aborted) return;
    if (help) this.editor.dispatch({ effects: show.of({ at: call, help }) });
    else this.close();
  }

  close() {
    if (this.editor.state.field(shown)) this.editor.dispatch({ effects: show.of(null) });
  }

  /** Closes the tooltip until the cursor is in another call. */
  dismiss() {
    this.cancel();
    this.dismissed = true;
    this.close();
  }

  cancel() {
    clearTimeout(this.pause);
    this.aborter?.abort();
  }

  destroy() {
    this.cancel();
  }
}

/** Returns the kernel's answer with bounded, visible text, or null if it is not valid. */
export function checked(answer: unknown): Checked | null {
  if (
    typeof answer !== "object" ||
    answer === null ||
    !("text" in answer) ||
    typeof answer.text !== "string" ||
    answer.text === ""
  )
    return null;
  const text = answer.text.slice(0, MAX_TEXT_LENGTH).replace(HIDDEN, "\ufffd");
  const doc =
    "doc" in answer && typeof answer.doc === "string"
      ? answer.doc.slice(0, MAX_DOC_LENGTH).replace(HIDDEN, " ").trim()
      : "";
  const span =
    "active" in answer &&
    Array.isArray(answer.active) &&
    answer.active.length === 2 &&
    answer.active.every(Number.isInteger)
      ? answer.active
      : null;
  const [from, to] = span ? [toUnits(text, span[0]), toUnits(text, span[1])] : [null, null];
  return {
    text,
    doc,
    active: from !== null && to !== null && 0 <= span?.[0] && from < to ? [from, to] : null,
  };
}

/** Returns what creates the tooltip's element. */
function view({ text, active, doc }: Checked) {
  return () => {
    const dom = document.createElement("div");
    dom.className = "cm-signature";
    dom.setAttribute("role", "status");
    const line = document.createElement("code");
    const parameter = document.createElement("strong");
    if (active) {
      parameter.textContent = text.slice(...active);
      line.append(text.slice(0, active[0]), parameter, text.slice(active[1]));
    } else {
      line.textContent = text;
    }
    dom.append(line);
    if (doc) {
      const sentence = document.createElement("p");
      sentence.textContent = doc;
      dom.append(sentence);
    }
    // A long signature scrolls to the parameter at the cursor.
    return {
      dom,
      mount: () => void (dom.scrollTop = Math.max(0, parameter.offsetTop - dom.clientHeight / 2)),
    };
  };
}
