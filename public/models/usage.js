// Tokens and cost in words: what a turn has used, and a session. Knows no view.

/** @typedef {import("../types/page").Usage} Usage */

/**
 * Returns an amount of money with as many digits as it needs: $1.24, $0.0031.
 *
 * @param {number} amount
 * @param {string} currency as ISO 4217 names it
 */
export function money(amount, currency) {
  // Two significant digits of a small amount; twenty are the most that can be asked for.
  const places = amount > 0 && amount < 1 ? Math.min(20, 1 - Math.floor(Math.log10(amount))) : 2;
  const digits = { maximumFractionDigits: Math.max(2, places), minimumFractionDigits: 2 };
  try {
    return new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits }).format(amount);
  } catch {
    // A configuration may name any currency.
    return `${new Intl.NumberFormat("en-US", digits).format(amount)} ${currency}`;
  }
}

/** @param {number} count */
const number = (count) => count.toLocaleString("en-US");

/**
 * Says what was used: "1,240 tokens, $0.003"; empty where no model elsewhere was asked.
 *
 * @param {Usage} usage
 */
export function used({ replies, reported, priced, input, output, costs }) {
  if (replies === 0) return "";
  if (reported === 0) return "no usage reported";
  const tokens = `${number(input + output)} tokens`;
  const cost = Object.entries(costs).map(([currency, amount]) => money(amount, currency));
  const incomplete = reported < replies || (priced > 0 && priced < reported) ? ["at least"] : [];
  return [...incomplete, [tokens, ...cost].join(", ")].join(" ");
}

/**
 * Says what was used in all its parts.
 *
 * @param {Usage} usage
 */
export function usedInParts({ replies, reported, priced, input, cached, cacheWritten = 0, output, reasoning, costs }) {
  if (replies === 0) return "No model elsewhere was asked.";
  const requests = replies === 1 ? "1 request" : `${number(replies)} requests`;
  if (reported === 0) return `${requests}; the provider reported no tokens.`;
  const parts = [
    requests,
    `${number(input)} tokens read${cached > 0 ? `, ${number(cached)} of them from the provider’s cache` : ""}${cacheWritten > 0 ? `, ${number(cacheWritten)} of them written into it` : ""}`,
    `${number(output)} tokens written${reasoning > 0 ? `, ${number(reasoning)} of them reasoning` : ""}`,
  ];
  if (reported < replies) parts.push(`no tokens reported for ${number(replies - reported)} of the requests`);
  if (Object.keys(costs).length === 0) parts.push("the price is not known");
  else if (priced < reported) parts.push(`the price of ${number(reported - priced)} of the requests is not known`);
  return `${parts.join("; ")}.`;
}
