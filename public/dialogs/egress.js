// The server's side of the self-test: each test has its own address there, which answers every
// request and records it.

/**
 * @typedef {import("../types/automation").JudgedProbe} JudgedProbe
 * @typedef {import("../types/kernel").EgressProbe} EgressProbe
 */

/**
 * The beginning of the addresses of tests. A static host has nothing there, so that arrivals are
 * unknown.
 */
const exits = () => new URL("kernel/exit/", document.baseURI).href;

/** How long a request that failed may still take to arrive, in milliseconds. */
const ARRIVAL_TIME = 500;

/**
 * Returns the address that a test tries to reach: the given one, or a new one of this server.
 *
 * @param {unknown} given
 */
export async function exitTarget(given) {
  if (typeof given === "string") return given;
  const target = `${exits()}${crypto.randomUUID()}`;
  await fetch(`${target}?exit=begin`).catch(() => {});
  return target;
}

/**
 * Decides each probe's fate from what arrived: a probe that arrived is open; one that failed
 * without a refusal was refused if nothing arrived.
 *
 * @param {EgressProbe[]} probes as observed in the place that ran them, in order
 * @param {string} target the address that `exitTarget` returned
 * @param {(address: string) => Promise<string[] | null>} [ask] which probes arrived, as `worker-3`;
 *   null if that is unknown
 * @returns {Promise<JudgedProbe[]>}
 */
export async function judge(probes, target, ask = arrivals) {
  const arrived = await ask(target);
  /** @type {Partial<Record<EgressProbe["place"], number>>} */
  const numbers = {};
  return probes.map((probe) => {
    const number = (numbers[probe.place] = (numbers[probe.place] ?? -1) + 1);
    if (arrived?.includes(`${probe.place}-${number}`))
      return { ...probe, fate: "open", how: "it arrived at the server" };
    if (probe.fate !== "failed") return /** @type {JudgedProbe} */ (probe);
    return arrived
      ? { ...probe, fate: "refused", how: `${probe.how}; nothing arrived at the server` }
      : { ...probe, fate: "unproven" };
  });
}

/**
 * Returns which probes arrived, null where that is unknown.
 *
 * @param {string} target
 * @returns {Promise<string[] | null>}
 */
async function arrivals(target) {
  if (!target.startsWith(exits())) return null;
  await new Promise((resolve) => setTimeout(resolve, ARRIVAL_TIME));
  // These two requests prove that the server recorded requests during the whole test.
  await fetch(`${target}?exit=end`).catch(() => {});
  const came = await fetch(`${target}/arrivals`)
    .then(
      (response) => response.json(),
      () => [],
    )
    .catch(() => []);
  return came.includes("begin") && came.includes("end") ? came : null;
}
