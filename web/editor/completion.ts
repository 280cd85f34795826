// Completion of names: what the kernel knows about live objects, and what the text and the language
// alone know.
//
// Candidates come from the kernel, in which any code may have run, so they are checked and are
// shown and inserted as text only. Knows neither the view nor how the kernel is asked.

import { autocompletion, startCompletion } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { globalCompletion, localCompletionSource } from "@codemirror/lang-python";

import { toPoints, toUnits } from "./positions.ts";
import type { Completion, CompletionContext, CompletionSource } from "@codemirror/autocomplete";
import type { Text } from "@codemirror/state";

/**
 * One candidate: the text that replaces the span, its kind, and a short description such as a type.
 */
type Candidate = { label: string; type?: string; detail?: string };

/**
 * The candidates for the span between two positions, which count code points. `more` is true if
 * there are others that a longer prefix would find, `only` if the text's own names are none.
 */
type Candidates = {
  from: number;
  to: number;
  candidates: Candidate[];
  more?: boolean;
  only?: boolean;
};

/**
 * Asks the kernel for candidates at a position, which counts code points. Resolves with null if
 * it has none or is busy. The signal is aborted when the answer is no longer needed.
 */
export type Complete = (
  code: string,
  cursor: number,
  signal: AbortSignal,
) => Promise<Candidates | null>;

/**
 * The time after which candidates of the text alone are shown, until the kernel has answered, in
 * milliseconds.
 */
const DEADLINE = 400;
/** The time without typing after which candidates are asked for, in milliseconds. */
const PAUSE = 120;
const MAX_CANDIDATES = 500;
const MAX_LABEL_LENGTH = 200;
const MAX_DETAIL_LENGTH = 80;

/** The kinds that have an icon. */
const TYPES = new Set([
  "class",
  "column",
  "function",
  "keyword",
  "module",
  "parameter",
  "property",
  "variable",
]);

/** CodeMirror's kinds by ours, if they differ. */
const RENAMED = new Map([
  ["constant", "keyword"],
  ["method", "function"],
  ["namespace", "module"],
  ["type", "class"],
]);

/** Characters that are not shown, or that change the order of others. */
const HIDDEN = /[\p{C}\u2028\u2029]/u;

/** What ends in a place where names are completed while the user types. */
const TYPED = /(?:[\p{L}_][\p{L}\p{N}_]*|\.|["'][^"'\n]*)$/u;
const NAME = /^(?!_)[\p{L}\p{N}_]*$/u;
// Private names are listed only once an underscore is written.
const PRIVATE = /^_[\p{L}\p{N}_]*$/u;
const CONTENT = /^[^"'\n]*$/;

/** Returns the extension. */
export function completion(complete: Complete | undefined) {
  return autocompletion({
    override: [source(complete)],
    activateOnTypingDelay: PAUSE,
    // Enter is a new line unless the user has chosen a candidate.
    selectOnOpen: false,
    maxRenderedOptions: 100,
    addToOptions: [{ render: kind, position: 20 }],
    icons: false,
  });
}

/**
 * Returns the source of candidates: the kernel's first, then those of the text that it does not
 * know.
 *
 * @param deadline in milliseconds
 */
export function source(
  complete: Complete | undefined,
  deadline: number = DEADLINE,
): CompletionSource {
  return async (context) => {
    if (syntaxTree(context.state).resolveInner(context.pos, -1).name === "Comment") return null;
    if (!context.explicit && !context.matchBefore(TYPED)) return null;
    const late = lateAnswers.get(context.state.doc);
    const isLate = late?.pos === context.pos;
    const live = isLate ? late.found : complete ? await ask(complete, context, deadline) : null;
    if (context.aborted) return null;
    const known = new Set(live?.options.map(({ label }) => label));
    const from =
      live?.from ?? context.pos - (context.matchBefore(/[\p{L}\p{N}_]+$/u)?.text.length ?? 0);
    // Without a name before the cursor, all of the language would be listed.
    const typed = (context.explicit && !isLate) || from < context.pos;
    const others =
      typed && !live?.only ? [localCompletionSource(context), await globalCompletion(context)] : [];
    const rest = others
      .filter((result) => result?.from === from)
      .flatMap((result) => result?.options ?? []);
    const options = [...(live?.options ?? [])];
    for (const { label, type } of rest) {
      if (known.has(label) || label === context.state.sliceDoc(from, context.pos)) continue;
      known.add(label);
      options.push({ label, type: named(type), boost: -1 });
    }
    if (options.length === 0) return null;
    const quoted = /["']/.test(context.state.sliceDoc(from - 1, from));
    const hidden = context.state.sliceDoc(from, context.pos).startsWith("_");
    return {
      from,
      options,
      ...(live?.more ? {} : { validFor: quoted ? CONTENT : hidden ? PRIVATE : NAME }),
    };
  };
}

/** The answers that came after the deadline, by the text that they are for. */
const lateAnswers = new WeakMap<Text, { pos: number; found: Live }>();

type Live = ReturnType<typeof checked>;

/**
 * Asks the kernel and checks its answer. Failures are silent: the user is typing. An answer that
 * comes after the deadline is shown then, unless the user has gone on.
 */
async function ask(complete: Complete, context: CompletionContext, deadline: number) {
  const { state, pos, view } = context;
  const aborter = new AbortController();
  context.addEventListener("abort", () => aborter.abort(), { onDocChange: true });
  const code = state.doc.toString();
  const asking = async () =>
    checked(await complete(code, toPoints(code, pos), aborter.signal), code, pos);
  const found: Promise<Live> = asking().catch(() => null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new Promise<null>((resolve) => {
    aborter.signal.addEventListener("abort", () => resolve(null));
    timer = setTimeout(() => {
      resolve(null);
      found.then((found) => {
        if (!found || view?.state.doc !== state.doc || view.state.selection.main.head !== pos)
          return;
        lateAnswers.set(state.doc, { pos, found });
        startCompletion(view);
      });
    }, deadline);
  });
  try {
    return await Promise.race([found, given]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the kernel's candidates as the editor's, without those that are not what they should be;
 * null if there are none.
 *
 * @param cursor in code units
 */
export function checked(answer: unknown, code: string, cursor: number) {
  if (!isRecord(answer) || !Array.isArray(answer.candidates)) return null;
  if (!Number.isInteger(answer.from) || !Number.isInteger(answer.to)) return null;
  const [from, to] = [toUnits(code, answer.from as number), toUnits(code, answer.to as number)];
  // The span ends at the cursor and lies in its line: nothing else is replaced.
  if (from === null || to !== cursor || from > to || code.slice(from, to).includes("\n"))
    return null;
  const options: Completion[] = [];
  for (const [index, candidate] of answer.candidates.slice(0, MAX_CANDIDATES).entries()) {
    if (!isRecord(candidate)) continue;
    const { label, type, detail } = candidate;
    if (
      typeof label !== "string" ||
      label === "" ||
      label.length > MAX_LABEL_LENGTH ||
      HIDDEN.test(label)
    )
      continue;
    const described =
      typeof detail === "string" && !HIDDEN.test(detail) ? detail.slice(0, MAX_DETAIL_LENGTH) : "";
    // Of equal matches the kernel's order is kept, such as that of columns.
    const sortText = String(index).padStart(3, "0");
    options.push({
      label,
      type: named(type),
      sortText,
      boost: label.startsWith("_") ? -50 : 1,
      ...(described && { detail: described }),
    });
  }
  return options.length > 0 || answer.only === true
    ? {
        from,
        options,
        more: answer.more === true || answer.candidates.length > MAX_CANDIDATES,
        only: answer.only === true,
      }
    : null;
}

/** Returns one of the kinds that have an icon. */
function named(type: unknown) {
  const name = RENAMED.get(String(type)) ?? String(type);
  return TYPES.has(name) ? name : "variable";
}

/** Returns the sign of a candidate's kind: its first letter, which the theme colours. */
function kind({ type = "variable" }: Completion) {
  const sign = document.createElement("span");
  sign.className = `kind kind-${type}`;
  sign.textContent = type[0];
  sign.title = type;
  sign.setAttribute("aria-hidden", "true");
  return sign;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
