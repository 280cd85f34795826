// Requests for completion as Python: the text that a user writes is only data in them. Knows the
// functions of `python/insitu_completion/request.py` and `python/loader.py`, and not how their code
// runs.

/** The package of the modules, whose folder is `python/insitu_completion`. */
const PACKAGE = "insitu_completion";
/** How many bytes are encoded at a time, so that they fit as arguments. */
const PIECE = 0x8000;

/**
 * Returns a value as a literal that Python decodes: JSON in base64, which has no character that
 * ends a string.
 *
 * @param {unknown} value
 */
export function packed(value) {
  // `JSON.stringify` escapes lone surrogates, so that every text comes back as it is.
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return `"${btoa(text)}"`;
}

/**
 * Returns the code that makes the modules in the interpreter.
 *
 * @param {string} loader the text of `loader.py`
 * @param {[name: string, source: string][]} modules each after those that it imports
 */
export function loading(loader, modules) {
  const sources = [
    [PACKAGE, ""],
    ...modules.map(([name, source]) => [`${PACKAGE}.${name}`, source]),
  ];
  return `${loader}\n__insitu_load__(${packed(sources)})\ndel __insitu_load__`;
}

/**
 * Returns the code of a request. It binds no name, and relies on none that code may have bound.
 *
 * @param {"complete" | "signature"} kind
 * @param {string} code
 * @param {number} cursor in code points
 */
export function request(kind, code, cursor) {
  return `__builtins__.__import__("sys").modules["${PACKAGE}.request"].answer(${packed({ kind, code, cursor })}, __builtins__.globals())`;
}

/**
 * Returns what Python has answered, which is untrusted: null where it is no object in JSON.
 *
 * @param {string} stderr of the request's outcome: the answer is its first line
 * @returns {object | null}
 */
export function answerOf(stderr) {
  try {
    const answer = JSON.parse(stderr.split("\n", 1)[0]);
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}
