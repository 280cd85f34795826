// Formats numbers for the user like `crates/text`, with whose cases it is tested: English
// conventions, whatever the browser's language. JavaScript, since tables write their cells while
// they scroll. Knows numbers only.

/** Formats a count: `45,000`. */
export const count = (number: number) => grouped(String(number));

/** Formats a count with its noun: `1 row`, `45,000 rows`. */
export const plural = (number: number, noun: string) =>
  `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/** Formats a size in decimal units: `812 bytes`, `12 KB`, `3.4 MB`. */
export function bytes(size: number) {
  const units = ["KB", "MB", "GB", "TB"];
  if (size < 1000) return plural(size, "byte");
  let scaled = size / 1000;
  let unit = 0;
  // 999.5 would be written as "1000" in this unit.
  while (scaled >= 999.5 && unit + 1 < units.length) {
    scaled /= 1000;
    unit += 1;
  }
  return `${fixed(scaled, unit > 0 && scaled < 9.95 ? 1 : 0).text} ${units[unit]}`;
}

/**
 * Formats a share of one as a percentage that never rounds a small part to zero: `0 %`, `< 1 %`,
 * `12 %`, `> 99 %`, `100 %`.
 */
export function share(part: number) {
  const percent = Math.round(part * 100);
  if (part > 0 && percent === 0) return "< 1 %";
  return part < 1 && percent === 100 ? "> 99 %" : `${percent} %`;
}

/**
 * Formats a number below 1e21 with `digits` decimals; `same` is whether that is exact. A tie goes
 * to the even digit, as in Python; what is rounded to zero has no sign.
 */
export function fixed(number: number, digits: number) {
  const size = Math.abs(number);
  let text = size.toFixed(digits);
  // `toFixed` is exact, but rounds a tie up. In binary, a tie has one digit more than `digits`
  // after the point.
  const last = Number(text.at(-1));
  if ((size * 2 ** (digits + 1)) % 2 === 1 && last % 2 === 1)
    text = `${text.slice(0, -1)}${last - 1}`;
  const written = Number(text);
  return { text: number < 0 && written > 0 ? `-${text}` : text, same: written === size };
}

/**
 * Adds thousands separators to the text of a decimal number; sign and fraction stay as they are,
 * and so does a number with an exponent.
 */
export const grouped = (number: string) =>
  number.replace(/^-?\d+(?![\de])/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/**
 * Formats a number of any size in about four digits, for axes and summaries: `0.0312`, `1,234`,
 * `1.2e+9`.
 */
export function short(number: number) {
  const size = Math.abs(number);
  if (number === 0) return "0";
  if (size >= 1e12 || size < 1e-4) return number.toExponential(2).replace(/\.?0+e/, "e");
  const decimals = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(size))));
  const { text } = fixed(number, decimals);
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}
