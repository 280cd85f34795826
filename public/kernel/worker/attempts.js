// Tries ways out and says what became of each, by evidence: an error that was thrown, or a violation that the browser reported. Silence is none: what
// failed without either, the server has to say whether it arrived. Knows nothing of single probes.

// How long a probe may take to be refused, in milliseconds. A refusal comes at once; what takes longer is on its way.
const LIMIT = 2_000;
// A violation is reported in a task of its own, which may come after the error that it causes.
const REPORT = 150;
const NOTHING = `nothing refused it within ${LIMIT / 1000} s`;

/**
 * Tries probes, all at once but for those that navigate.
 *
 * @param {object} where
 * @param {"worker" | "frame"} where.place
 * @param {EventTarget} where.events where the browser reports violations of the policy
 * @param {(act: () => void, milliseconds: number) => unknown} where.wait
 * @param {string} where.target an address that answers whoever reaches it
 * @param {{ name: string, try: (address: string) => unknown, silent?: boolean, unseen?: boolean, navigates?: boolean, blocked?: string }[]} probes `try` throws or
 *   rejects where it is refused, and gives a word about what it got where it is not; it may throw a `Refusal` of its own, or say with `Unproven` that
 *   it cannot be observed. A `silent` one fails elsewhere too, so that its error proves nothing and only a violation counts. One that is `unseen`
 *   would not arrive at the address, or in no form that is seen there. Of one that `navigates`
 *   a violation does not tell the whole address; these go one after the other. `blocked` is what a violation names, where that is
 *   not the address.
 * @returns {Promise<{ name: string, place: string, fate: "refused" | "failed" | "open" | "unproven", how: string }[]>} in the order of `probes`, the
 *   address of each being `target` with `?exit=<place>-<its number>`. `failed` is what reached nothing here without a refusal: whether it arrived
 *   at its address, only who is there can say
 */
export async function tryAll({ place, events, wait, target }, probes) {
  const violations = [];
  const hear = (event) => violations.push({ address: event.blockedURI, directive: event.effectiveDirective });
  events.addEventListener("securitypolicyviolation", hear);
  const pause = (milliseconds) => new Promise((resolve) => wait(resolve, milliseconds));
  const tried = async ({ name, try: attempt, silent, unseen, blocked }, index) => {
    const address = `${target}?exit=${place}-${index}`;
    const ended = (async () => attempt(address))().then(
      (got) => ({ got }),
      (error) => ({ error }),
    );
    const { got, error, late } = await Promise.race([ended, pause(LIMIT).then(() => ({ late: true }))]);
    if (error === undefined || silent) await pause(REPORT);
    else if (!(error instanceof Refusal)) await pause(REPORT / 3);
    const violation = violations.find((one) => sameAddress(one.address, blocked ?? address));
    const told = (fate, how) => ({ name, place, fate, how });
    if (error instanceof Refusal) return told("refused", error.message);
    if (error instanceof Unproven) return told("unproven", error.message);
    if (error instanceof Failed) return told("failed", error.message);
    if (violation) return told("refused", `${violation.directive} of the content security policy`);
    if (late) return told(unseen ? "unproven" : "failed", NOTHING);
    if (error === undefined) return told("open", String(got));
    if (!silent) return told("refused", words(error));
    return told(unseen ? "unproven" : "failed", `it failed without being refused: ${words(error)}`);
  };
  const navigated = async ({ name, try: attempt }, index) => {
    const before = violations.length;
    try {
      await attempt(`${target}?exit=${place}-${index}`);
    } catch (error) {
      return { name, place, fate: "refused", how: words(error) };
    }
    for (let waited = 0; waited < LIMIT; waited += 20) {
      if (violations.slice(before).some(({ directive }) => directive === "frame-src")) {
        return { name, place, fate: "refused", how: "frame-src of the content security policy" };
      }
      await pause(20);
    }
    return { name, place, fate: "failed", how: NOTHING };
  };
  const found = await Promise.all(probes.map((probe, index) => (probe.navigates ? null : tried(probe, index))));
  for (const [index, probe] of probes.entries()) if (probe.navigates) found[index] = await navigated(probe, index);
  events.removeEventListener("securitypolicyviolation", hear);
  return found;
}

/** A module that holds its own content; not a literal where it is used, so that no bundler imports it ahead of time. */
export const DATA = `data:text/javascript,${encodeURIComponent("export default 1")}`;

/** A refusal that a probe has evidence of in its own way; the message says which. */
export class Refusal extends Error {}

/** Of a probe that reached nothing here, without evidence that it was refused. */
export class Failed extends Error {}

/** Of a probe that cannot be observed, neither here nor where it leads; the message says what is known. */
export class Unproven extends Error {}

/** Throws where something is not there at all. */
export function there(thing, name) {
  if (thing === undefined || thing === null) throw new Refusal(`there is no ${name} here`);
  return thing;
}

/** Resolves or rejects with an event of `thing`. */
export function settled(thing, good, bad) {
  return new Promise((resolve, reject) => {
    thing.addEventListener(good, () => resolve(`${good} came`));
    thing.addEventListener(bad, (event) => reject(event.error ?? new Error(event.message || `${bad} came`)));
  });
}

/**
 * What a script of one's own, which may be made of what is here already, can reach: it tries to fetch the address and
 * tells. Where the policy refuses that, the script itself stays inside.
 *
 * @param {(source: string) => Promise<string>} run runs the source and gives what it hands to `tell`
 * @param {string} address
 */
export async function fetchFrom(run, address) {
  const answer = await run(`
    addEventListener("securitypolicyviolation", (event) => event.blockedURI === ${JSON.stringify(address)} && tell("refused by " + event.effectiveDirective));
    fetch(${JSON.stringify(address)}).then(() => tell("it starts, and reaches the network"), (error) => setTimeout(() => tell("its fetch failed: " + error), ${REPORT}));`);
  if (answer.startsWith("its fetch failed")) throw new Failed(`it starts, and ${answer}`);
  if (!answer.startsWith("refused by ")) return answer;
  throw new Refusal(`it starts and stays inside: its own fetch is ${answer} of the content security policy`);
}

/**
 * Tries what only a worker has and what blocks it, in one of its own, which has the same policy.
 *
 * @param {(source: string) => Worker} start starts a worker
 * @param {(address: string) => unknown} attempt runs there, and so uses nothing but what every worker has
 * @returns {(address: string) => Promise<unknown>} see `tryAll`
 */
export function inItsOwnThread(start, attempt) {
  return (address) => new Promise((resolve, reject) => {
    const worker = start(`
      addEventListener("securitypolicyviolation", (event) => event.blockedURI === ${JSON.stringify(address)} && postMessage({ refused: event.effectiveDirective }));
      try {
        postMessage({ got: String((${attempt})(${JSON.stringify(address)})) });
      } catch (error) {
        setTimeout(() => postMessage({ failed: String(error) }), ${REPORT});
      }`);
    worker.onmessage = ({ data: { got, refused, failed } }) => {
      worker.terminate();
      if (refused) reject(new Refusal(`${refused} of the content security policy`));
      else if (failed) reject(new Failed(`it failed without being refused: ${failed}`));
      else resolve(got);
    };
    worker.onerror = (event) => reject(new Failed(event.message || "its worker did not start"));
  });
}

/** A channel reaches whoever is of the same origin; an opaque one is shared with nobody but this frame. */
export function channel(BroadcastChannel, origin) {
  new (there(BroadcastChannel, "BroadcastChannel"))("exit").close();
  if (origin === "null") throw new Refusal("it reaches nobody: the frame's origin is opaque, and its own");
  return "it reaches whoever is of this origin";
}

function words(error) {
  return `${error?.name ?? "Error"}: ${error?.message ?? error}`.split("\n")[0].slice(0, 200);
}

// A socket's address has another scheme.
function sameAddress(blocked, address) {
  const plain = (text) => text.replace(/^(https?|wss?):/, "");
  return plain(blocked) === plain(address);
}
