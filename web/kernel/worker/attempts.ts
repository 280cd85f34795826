// Runs egress probes and reports the fate of each by evidence: a thrown error, or a policy
// violation that the browser reported. Silence is not evidence: if there is neither, only the
// server can say whether the request arrived. Does not know the individual probes.

import type { EgressProbe, Fate } from "../../generated/kernel.ts";

// How long to wait for a refusal, in milliseconds. A refusal is immediate if the machine is
// idle; on a busy one, a process of the browser may get no time for seconds, and what it would have
// refused must not count as unproven.
const LIMIT = 6_000;
// The same for each of those that run one after the other.
const NAVIGATION_LIMIT = 2_000;
// How long to wait for the report of a violation, in milliseconds: it comes in a task of its own,
// possibly after the error that the violation causes. What ended without an error would count as
// open, so that its report is waited for as long as a refusal.
const REPORT = 150;
const nothing = (limit: number) => `nothing refused it within ${limit / 1000} s`;

/** See `tryAll`. */
export type Probe = {
  name: string;
  try: (address: string) => unknown;
  silent?: boolean;
  unseen?: boolean;
  navigates?: boolean;
  blocked?: string;
};

/**
 * Runs probes, all at once except for those that navigate.
 *
 * @param where.events where the browser reports violations of the policy
 * @param where.target a URL that answers every request
 * @param probes `try` throws or rejects if it is refused, else returns a description of what it
 *   reached; it may throw a `Refusal` with evidence of its own, or `Unproven` if the result
 *   cannot be observed. A `silent` probe fails without a refusal too, so its error proves nothing
 *   and only a violation counts. An `unseen` one would not arrive at the URL, or in no form that is
 *   seen there. The violation of one that `navigates` does not name the whole URL, so these run one
 *   after the other. `blocked` is what a violation names, if that is not the URL.
 * @returns in the order of `probes`; the URL of each is `target` with `?exit=<place>-<its index>`.
 *   `failed` means that it reached nothing here and was not refused: only the server can say
 *   whether it arrived
 */
export async function tryAll(
  {
    place,
    events,
    wait,
    target,
  }: {
    place: "worker" | "frame";
    events: EventTarget;
    wait: (act: () => void, milliseconds: number) => unknown;
    target: string;
  },
  probes: Probe[],
): Promise<EgressProbe[]> {
  const violations: { address: string; directive: string }[] = [];
  const onViolation: EventListener = (event) =>
    violations.push({
      address: (event as SecurityPolicyViolationEvent).blockedURI,
      directive: (event as SecurityPolicyViolationEvent).effectiveDirective,
    });
  events.addEventListener("securitypolicyviolation", onViolation);
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => wait(resolve, milliseconds));
  const tried = async (
    { name, try: attempt, silent, unseen, blocked }: Probe,
    index: number,
  ): Promise<EgressProbe> => {
    const address = `${target}?exit=${place}-${index}`;
    const ended = (async () => attempt(address))().then(
      (got) => ({ got }),
      (error) => ({ error }),
    );
    const { got, error, late } = (await Promise.race([
      ended,
      pause(LIMIT).then(() => ({ late: true })),
    ])) as { got?: unknown; error?: unknown; late?: boolean };
    const reported = () => violations.find((one) => sameAddress(one.address, blocked ?? address));
    if (error === undefined && !late) {
      for (let waited = 0; waited < LIMIT && !reported(); waited += 20) await pause(20);
    } else if (error === undefined || silent) await pause(REPORT);
    else if (!(error instanceof Refusal)) await pause(REPORT / 3);
    const violation = reported();
    const result = (fate: Fate, how: string): EgressProbe => ({ name, place, fate, how });
    if (error instanceof Refusal) return result("refused", error.message);
    if (error instanceof Unproven) return result("unproven", error.message);
    if (error instanceof Failed) return result("failed", error.message);
    if (violation)
      return result("refused", `${violation.directive} of the content security policy`);
    if (late) return result(unseen ? "unproven" : "failed", nothing(LIMIT));
    if (error === undefined) return result("open", String(got));
    if (!silent) return result("refused", words(error as Error));
    return result(
      unseen ? "unproven" : "failed",
      `it failed without being refused: ${words(error as Error)}`,
    );
  };
  const navigated = async ({ name, try: attempt }: Probe, index: number): Promise<EgressProbe> => {
    const before = violations.length;
    try {
      await attempt(`${target}?exit=${place}-${index}`);
    } catch (error) {
      return { name, place, fate: "refused", how: words(error as Error) };
    }
    for (let waited = 0; waited < NAVIGATION_LIMIT; waited += 20) {
      if (violations.slice(before).some(({ directive }) => directive === "frame-src")) {
        return { name, place, fate: "refused", how: "frame-src of the content security policy" };
      }
      await pause(20);
    }
    return { name, place, fate: "failed", how: nothing(NAVIGATION_LIMIT) };
  };
  const found = await Promise.all(
    probes.map((probe, index) => (probe.navigates ? null : tried(probe, index))),
  );
  for (const [index, probe] of probes.entries())
    if (probe.navigates) found[index] = await navigated(probe, index);
  events.removeEventListener("securitypolicyviolation", onViolation);
  return found as EgressProbe[];
}

/**
 * A module as a data URL; not a literal in the `import()`, so that no bundler resolves it at build
 * time.
 */
export const DATA = `data:text/javascript,${encodeURIComponent("export default 1")}`;

/** Thrown by a probe that has its own evidence of a refusal, which the message names. */
export class Refusal extends Error {}

/** Thrown by a probe that reached nothing here, without evidence of a refusal. */
export class Failed extends Error {}

/**
 * Thrown by a probe whose result cannot be observed, neither here nor at the server; the message
 * says what is known.
 */
export class Unproven extends Error {}

/** Returns an interface of the browser. Throws a `Refusal` if it does not exist. */
export function there<T>(thing: T, name: string): NonNullable<T> {
  if (thing === undefined || thing === null) throw new Refusal(`there is no ${name} here`);
  return thing;
}

/** Resolves when `thing` fires the event `good`, rejects when it fires `bad`. */
export function settled(thing: EventTarget, good: string, bad: string): Promise<string> {
  return new Promise((resolve, reject) => {
    thing.addEventListener(good, () => resolve(`${good} came`));
    thing.addEventListener(bad, (event) =>
      reject(
        (event as ErrorEvent).error ?? new Error((event as ErrorEvent).message || `${bad} came`),
      ),
    );
  });
}

/**
 * Probes what a script can reach that was made from text which is already here: it tries to fetch
 * the address and reports the result. If the policy refuses the fetch, the script is contained.
 *
 * @param run runs the source and returns what it passes to `report`
 */
export async function fetchFrom(run: (source: string) => Promise<string>, address: string) {
  const answer = await run(`
    addEventListener("securitypolicyviolation", (event) => event.blockedURI === ${JSON.stringify(address)} && report("refused by " + event.effectiveDirective));
    fetch(${JSON.stringify(address)}).then(() => report("it starts, and reaches the network"), (error) => setTimeout(() => report("its fetch failed: " + error), ${REPORT}));`);
  if (answer.startsWith("its fetch failed")) throw new Failed(`it starts, and ${answer}`);
  if (!answer.startsWith("refused by ")) return answer;
  throw new Refusal(
    `it starts and stays inside: its own fetch is ${answer} of the content security policy`,
  );
}

/**
 * Returns a probe that runs in a separate worker with the same policy, for what only workers have
 * and what blocks them.
 *
 * @param start starts a worker
 * @param attempt sent there as text, and so uses only a worker's globals
 * @returns see `tryAll`
 */
export function inSeparateWorker(
  start: (source: string) => Worker,
  attempt: (address: string) => unknown,
): (address: string) => Promise<unknown> {
  return (address) =>
    new Promise((resolve, reject) => {
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

/**
 * Probes a channel, which reaches all documents of the same origin; an opaque origin is shared with
 * no other document.
 */
export function channel(
  BroadcastChannel: (new (name: string) => { close(): void }) | undefined,
  origin: string,
) {
  new (there(BroadcastChannel, "BroadcastChannel"))("exit").close();
  if (origin === "null")
    throw new Refusal("it reaches nobody: the frame's origin is opaque, and its own");
  return "it reaches whoever is of this origin";
}

function words(error: Partial<Error> | null | undefined) {
  return `${error?.name ?? "Error"}: ${error?.message ?? error}`.split("\n")[0].slice(0, 200);
}

// A WebSocket's URL has another scheme.
function sameAddress(blocked: string, address: string) {
  const plain = (text: string) => text.replace(/^(https?|wss?):/, "");
  return plain(blocked) === plain(address);
}
