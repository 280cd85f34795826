// Formats numbers for the user like `app/src/format.rs`: English conventions, whatever the browser's language. Knows numbers
// only.

/**
 * Formats a count: `45,000`.
 *
 * @param {number} number
 */
export const count = (number) => grouped(String(number));

/**
 * Formats a count with its noun: `1 row`, `45,000 rows`.
 *
 * @param {number} number
 * @param {string} noun
 */
export const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

/**
 * Formats a size in decimal units: `812 bytes`, `12 KB`, `3.4 MB`.
 *
 * @param {number} size
 */
export function bytes(size) {
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
 * Formats a share of one as a percentage that never rounds a small part to zero: `0 %`, `< 1 %`, `12 %`, `> 99 %`, `100 %`.
 *
 * @param {number} part
 */
export function share(part) {
  const percent = Math.round(part * 100);
  if (part > 0 && percent === 0) return "< 1 %";
  return part < 1 && percent === 100 ? "> 99 %" : `${percent} %`;
}

/**
 * Rounds a number to a number of decimals (at most 9); `same` is whether that is exact.
 *
 * @param {number} number
 * @param {number} digits
 */
export function fixed(number, digits) {
  const scale = 10 ** digits;
  const scaled = Math.round(Math.abs(number) * scale);
  const sign = number < 0 && scaled > 0 ? "-" : "";
  const fraction = digits === 0 ? "" : `.${String(scaled % scale).padStart(digits, "0")}`;
  return { text: `${sign}${Math.floor(scaled / scale)}${fraction}`, same: scaled / scale === Math.abs(number) };
}

/**
 * Adds thousands separators to the text of a decimal number; sign and fraction stay as they are.
 *
 * @param {string} number
 */
export function grouped(number) {
  const [whole, ...fraction] = number.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

/**
 * Formats a number of any size in about four digits, for axes and summaries: `0.0312`, `1,234`, `1.2e+9`.
 *
 * @param {number} number
 */
export function short(number) {
  const size = Math.abs(number);
  if (number === 0) return "0";
  if (size >= 1e12 || size < 1e-4) return number.toExponential(2).replace(/\.?0+e/, "e");
  const decimals = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(size))));
  const text = fixed(number, size >= 1000 && !Number.isInteger(number) ? Math.min(decimals, 2) : decimals).text;
  return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}
