// Reads numbers, names and dates in an answer. Knows nothing of questions and turns.

/**
 * A number as it is written: its value, the size of its last digit's unit, and its significant
 * digits.
 *
 * @typedef {{ value: number, unit: number, digits: number, percent: boolean }} Written
 */

const NUMBER =
  /(?<![\p{L}\p{N}.,])(?<sign>(?<![\p{L}\p{N}])[-−]\s?)?[$€£]?(?<minus>-)?(?<digits>\d{1,3}(?:[,\u00a0\u202f’']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE](?<exponent>[+-]?\d+))?(?<unit>\s?%|\s(?:percent|per cent|[Mm]illion|[Bb]illion|[Tt]housand)\b|(?:M|bn|B|k)\b)?/gu;

/** @type {Record<string, number>} */
const UNITS = { million: 1e6, M: 1e6, billion: 1e9, bn: 1e9, B: 1e9, thousand: 1e3, k: 1e3 };

/**
 * Returns the numbers in a text. Parts of a date are numbers too.
 *
 * @param {string} text
 * @returns {Written[]}
 */
export function numbersIn(text) {
  return Array.from(text.matchAll(NUMBER), ({ groups = {} }) => {
    const digits = groups.digits.replace(/[^\d.]/g, "");
    const name = (groups.unit ?? "").trim();
    const factor =
      (UNITS[name] ?? UNITS[name.toLowerCase()] ?? 1) * 10 ** Number(groups.exponent ?? 0);
    const value = Number(digits) * factor * (groups.sign || groups.minus ? -1 : 1);
    return {
      value,
      unit: factor * 10 ** -(digits.split(".")[1] ?? "").length,
      digits: digits.replace(".", "").replace(/^0+/, "").length,
      percent: /%|per ?cent/.test(name),
    };
  });
}

/**
 * Returns whether a written number is `wanted`: exactly, or correctly rounded to at least two
 * significant digits. A whole number, such as a count, may be rounded only with a unit ("7.3
 * billion").
 *
 * @param {Written} written
 * @param {number} wanted
 */
export function rounds({ value, unit, digits }, wanted) {
  const slack = 1e-9 * Math.max(1, Math.abs(wanted));
  const off = Math.abs(value - wanted);
  if (off <= slack) return true;
  if (Number.isInteger(wanted) && unit <= 1) return false;
  return digits >= 2 && off <= unit / 2 + slack;
}

/**
 * Returns the text as words with single spaces between them.
 *
 * @param {string} text
 */
function words(text) {
  return text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * Returns the names that a text contains, in the order of their first appearance. The longest name
 * counts: "Guinea" is not in "Guinea-Bissau". Upper and lower case are the same, except for
 * abbreviations of up to three capitals, since "in" is not a state. A name may have a plural s, and
 * "LAST, FIRST" may be the other way round.
 *
 * @param {string} text
 * @param {string[]} names
 */
export function namesIn(text, names) {
  /** @type {Map<string, string>} */
  const forms = new Map();
  for (const name of names) {
    const form = words(name).toLowerCase();
    if (form) forms.set(form, name);
    const [last, first, ...more] = name.split(",").map((part) => words(part).toLowerCase());
    if (last && first && more.length === 0) forms.set(`${first} ${last}`, name);
  }
  if (forms.size === 0) return [];
  const plain = words(text);
  const pattern = [...forms.keys()].sort((a, b) => b.length - a.length).join("|");
  /** @type {Set<string>} */
  const found = new Set();
  for (const match of plain
    .toLowerCase()
    .matchAll(new RegExp(`(?<![^ ])(${pattern})(?:s|es)?(?![^ ])`, "gu"))) {
    const name = /** @type {string} */ (forms.get(match[1]));
    const written = plain.slice(match.index, match.index + match[1].length);
    if (!/^\p{Lu}{1,3}$/u.test(name) || written === name) found.add(name);
  }
  return [...found];
}

/**
 * Returns whether a text names a day, `YYYY-MM-DD`, in digits or with the month's name.
 *
 * @param {string} text
 * @param {string} day
 */
export function namesDay(text, day) {
  const [year, month, date] = day.split("-");
  const name = new Date(`${day}T00:00:00Z`).toLocaleString("en", {
    month: "long",
    timeZone: "UTC",
  });
  const months = `(?:${name}|${name.slice(0, 3)}|0?${Number(month)})`;
  const dates = `0?${Number(date)}(?:st|nd|rd|th)?`;
  const forms = [
    `${year} ${months} ${dates}`,
    `${dates} (?:of )?${months} ${year}`,
    `${months} ${dates} ${year}`,
  ];
  return new RegExp(`(?<![^ ])(?:${forms.join("|")})(?![^ T])`, "iu").test(words(text));
}

/**
 * Returns the parts of a text that are in bold.
 *
 * @param {string} text
 */
export function bold(text) {
  return Array.from(text.matchAll(/\*\*([^*\n]+)\*\*/g), ([, part]) => part);
}
