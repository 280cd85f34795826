// What `describe.py` has answered, checked: code in the kernel may have changed what runs there, so nothing of the answer is relied on before. Knows neither the
// kernel nor the page.

/**
 * A function of a piece of code. `source` has the imports that it needs; `names` are the global names that it needs beyond them; `reserved` says that it would
 * hide one of Python's own.
 *
 * @typedef {{ name: string, signature: string, doc: string, source: string, names: string[], reserved: boolean }} Found
 */

/**
 * A piece of code: `alone` says that it has nothing but imports and these functions, `result` is the line of the value that it shows at its end, and `error`
 * says where it is not valid Python.
 *
 * @typedef {{ functions: Found[], alone: boolean, result: number | null, error: string }} Description
 */

/** What Python calls a variable, and the most characters that are shown of a text. */
const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;
const WORDS = /[\p{L}_][\p{L}\p{M}\p{N}_]*/gu;
const SIGNATURE = /^[^'"`\\\n\r\d=]*$/u;
const IMPORT = /^(?:import|from) [\p{L}\p{M}\p{N}_., ]+(?: import [\p{L}\p{M}\p{N}_., ]+)?$/u;
const MAX_TEXT = 600;
const MAX_DOC = 2_000;
const MAX_LISTED = 50;
const MAX_NAMES = 200;

/**
 * Returns the description of this code.
 *
 * @param {string} code
 * @param {any} answer what the kernel has answered
 * @returns {Description | null} null where that is no description of it
 */
export function checked(code, answer) {
  if (!Array.isArray(answer?.functions)) return null;
  const line = Number.isInteger(answer.error?.line) ? `Line ${answer.error.line}` : "The code";
  const error = answer.error ? `${line} is not valid Python: ${String(answer.error.message).slice(0, MAX_TEXT)}.` : "";
  const lines = code.split(/\r\n|\r|\n/);
  const functions = answer.functions.slice(0, MAX_LISTED).map((/** @type {any} */ one) => found(lines, one));
  if (functions.includes(null)) return null;
  const result = Number.isInteger(answer.result) && answer.result >= 1 && answer.result <= lines.length ? answer.result : null;
  return { functions, alone: answer.alone === true, result, error };
}

/**
 * @param {string[]} lines
 * @param {any} one
 * @returns {Found | null}
 */
function found(lines, one) {
  const { name, signature, doc, from, to, imports, names } = one ?? {};
  const texts = [name, signature, doc];
  if (!texts.every((text) => typeof text === "string") || !NAME.test(name)) return null;
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from || to > lines.length) return null;
  if (!areTexts(imports, IMPORT) || !areTexts(names, NAME)) return null;
  const definition = lines.slice(from - 1, to).join("\n");
  const words = new Set(definition.normalize("NFKC").match(WORDS));
  // The signature is sent to models: it has words of the definition, and no value of a default.
  const plain = signature.replaceAll("=…", "").replace(WORDS, "");
  if (!signature.startsWith(`${name}(`) || signature.length > MAX_TEXT || !SIGNATURE.test(plain)) return null;
  if (!words.has(name) || !only(signature, words)) return null;
  return {
    name,
    signature,
    // An escape in a docstring makes words that its source does not have; without a description the function still works.
    doc: only(doc, words) ? doc.slice(0, MAX_DOC) : "",
    source: [...(imports.length > 0 ? [...imports, "", ""] : []), definition, ""].join("\n"),
    names: names.slice(0, MAX_NAMES),
    reserved: one.reserved === true,
  };
}

/** @param {unknown} texts @param {RegExp} pattern */
const areTexts = (texts, pattern) => Array.isArray(texts) && texts.every((text) => typeof text === "string" && text.length <= MAX_TEXT && pattern.test(text));

/** Returns whether a text has no other words. @param {string} text @param {Set<string>} words */
const only = (text, words) => (text.normalize("NFKC").match(WORDS) ?? []).every((word) => words.has(word));

/**
 * Returns why code cannot be saved as a function, as a sentence; empty where it can be.
 *
 * @param {Description} description
 */
export function objection({ functions, alone, error }) {
  if (error) return error;
  const [first, second] = functions;
  if (!first) return "There is no function here. Begin it with def, and indent what belongs to it.";
  if (second || !alone) return "Keep one function, with the imports that it needs above it, and take out what else is there.";
  if (first.reserved) return `Python has ${first.name} already. Choose another name.`;
  if (first.name.startsWith("_")) return "Choose a name that does not begin with an underscore.";
  return "";
}

/** Returns source as it is stored. @param {string} source */
export const normalised = (source) => `${source.replace(/\r\n?/g, "\n").trim()}\n`;

/**
 * Returns code without a function as the body of one.
 *
 * @param {string} code
 * @param {number | null} result the line of the value that it shows at its end
 */
export function wrapped(code, result) {
  const lines = code.trimEnd().split(/\r\n|\r|\n/);
  const body = lines.map((line, at) => (at + 1 === result ? `return ${line}` : line)).map((line) => (line.trim() ? `    ${line}` : ""));
  return ["def my_function():", '    """Say here what it does."""', ...body, ""].join("\n");
}

/** Returns what is said of a function in one line: its first paragraph. @param {string} doc */
export const summary = (doc) =>
  doc
    .trim()
    .split(/\n\s*\n/)[0]
    .replace(/\s+/g, " ");

/** What marks a function that the model proposes to keep: the comment above its definition, or above the definition's decorators. */
const PROPOSED = /^# insitu: save[ \t]*\n(?:@.*\n)*(?:async[ \t]+)?def[ \t]+([\p{L}_][\p{L}\p{M}\p{N}_]*)/gmu;

/** Returns the names of the functions that code proposes to keep. @param {string} code */
export const proposals = (code) => [...new Set([...code.replace(/\r\n?/g, "\n").matchAll(PROPOSED)].map(([, name]) => name.normalize("NFKC")))];
