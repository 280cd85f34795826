// Printed text as a terminal shows it, without its styles, and of a long one the beginning and the end. Hidden characters are left to `visible`.

/** Characters of printed text that are shown. */
const MAX_PRINTED = 20_000;

// Escapes of a terminal: control sequences, titles and links, and others.
const ESCAPES = /\u001b(?:\[[0-9:;<=>?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])?/g;

/** Returns the text without a terminal's escapes; a carriage return begins its line again. @param {string} text */
export const plain = (text) =>
  text
    .replace(ESCAPES, "")
    .split("\n")
    .map((line) => (line.includes("\r") ? (line.split("\r").findLast((part) => part !== "") ?? "") : line))
    .join("\n");

/** Returns printed text in its bounds. @param {string} text */
export function excerpt(text) {
  const shown = plain(text);
  if (shown.length <= MAX_PRINTED) return shown;
  const left = shown.length - MAX_PRINTED;
  return `${shown.slice(0, MAX_PRINTED / 2)}\n… ${left.toLocaleString("en")} characters left out …\n${shown.slice(-MAX_PRINTED / 2)}`;
}
