// What the server knows of the self-test: each test has an address of its own there, which answers whoever comes and remembers who came.

/** How long what failed may still be on its way, in milliseconds. */
const ON_ITS_WAY = 500;

/** The address that a test tries: the given one, or one of this server's that no other test has. */
export async function exitTarget(given) {
  if (typeof given === "string") return given;
  const target = `${location.origin}/kernel/exit/${crypto.randomUUID()}`;
  await fetch(`${target}?exit=begin`).catch(() => {});
  return target;
}

/**
 * Decides what only the address can tell: what failed without being refused was refused where nothing arrived, and whatever arrived is open.
 *
 * @param {{ name: string, place: string, fate: string, how: string }[]} probes as they were seen from where they were tried, in their order
 * @param {string} target what `exitTarget` gave
 * @param {(address: string) => Promise<string[] | null>} [ask] which probes arrived, as `worker-3`; null where nobody knows
 * @returns {Promise<{ name: string, place: string, fate: "refused" | "open" | "unproven", how: string }[]>}
 */
export async function judge(probes, target, ask = arrivals) {
  const arrived = await ask(target);
  const numbers = {};
  return probes.map((probe) => {
    const number = (numbers[probe.place] = (numbers[probe.place] ?? -1) + 1);
    if (arrived?.includes(`${probe.place}-${number}`)) return { ...probe, fate: "open", how: "it arrived at the server" };
    if (probe.fate !== "failed") return probe;
    return arrived ? { ...probe, fate: "refused", how: `${probe.how}; nothing arrived at the server` } : { ...probe, fate: "unproven" };
  });
}

async function arrivals(target) {
  if (!target.startsWith(`${location.origin}/kernel/exit/`)) return null;
  await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY));
  // That what comes is counted, and was remembered from the beginning to the end, is tried too.
  await fetch(`${target}?exit=end`).catch(() => {});
  const came = await fetch(`${target}/arrivals`).then((response) => response.json(), () => []).catch(() => []);
  return came.includes("begin") && came.includes("end") ? came : null;
}
