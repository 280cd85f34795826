// The start of a kernel: which files it uses and from where, which messages it posts, and what is
// left when it fails.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SIZE, contentOf, golden, orderOf, until, usable, visit } from "./visit.ts";
import type { TestContext } from "node:test";
import type { How } from "./visit.ts";

const SNAPSHOT: string[] = golden("request", "boot-snapshot").core;
const ORDINARY: string[] = [...golden("request", "boot").core, "numpy"];
const TOTAL = (SNAPSHOT.length + 1) * SIZE;
/** How many messages a worker receives: the boot request, and one for each core file. */
const MESSAGES = 1 + SNAPSHOT.length;
/** The reports of progress of a start from the snapshot, file by file. */
const PROGRESS = [...SNAPSHOT, "worker"].map((_, at) => [(at + 1) * SIZE, TOTAL]);

const quiet = () => {};
const keptOf = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, contentOf(name)]));
const sorted = (names: string[]) => [...names].sort();

for (const [from, example] of [
  ["snapshot", "boot-snapshot"],
  ["ordinary", "boot"],
]) {
  test(`the messages of a start of the kind "${from}" are the golden ones`, async () => {
    const { runtime, frames } = visit();
    await runtime.start(orderOf(from), quiet);
    const [
      {
        posted: [boot, ...checked],
      },
    ] = frames;
    assert.deepEqual(boot.message, golden("request", example));
    assert.deepEqual(
      checked.map(({ message, attachments }) => [message, attachments]),
      boot.message.core.map((role) => [{ ...golden("offer", "checked"), role }, []]),
    );
  });
}

for (const from of ["snapshot", "ordinary"]) {
  test(`the attachments of a start of the kind "${from}" are in the order in which its message names them`, async () => {
    const { runtime, frames } = visit();
    await runtime.start(orderOf(from), quiet);
    const [{ message, attachments, transfer }] = frames[0].posted;
    const named = [...message.core, ...message.packages.map(({ name }) => name)];
    const contents = await Promise.all(attachments.map((blob) => blob.text()));
    assert.deepEqual([contents, transfer], [named.map((name) => contentOf(name)), []]);
  });
}

test("the frame receives the worker's source in the message that starts the worker", async () => {
  const { runtime, frames } = visit();
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[0]);
  const [{ message, attachments, transfer }] = frames[0].ordered;
  assert.deepEqual(
    [frames[0].ordered.length, message, transfer],
    [1, golden("control", "start"), attachments],
  );
  assert.deepEqual(
    attachments.map((source) => new TextDecoder().decode(source as unknown as ArrayBuffer)),
    [contentOf("worker")],
  );
});

const sources: [name: string, from: string, kept: Record<string, string>, expected: string[]][] = [
  ["a first visit fetches each file of its start once", "snapshot", {}, ["worker", ...SNAPSHOT]],
  [
    "a first visit with an ordinary start also fetches the manifest",
    "ordinary",
    {},
    ["manifest", "worker", ...ORDINARY],
  ],
  ["a further visit fetches only the worker's source", "snapshot", keptOf(SNAPSHOT), ["worker"]],
  [
    "a further visit with an ordinary start also fetches the manifest",
    "ordinary",
    keptOf(ORDINARY),
    ["manifest", "worker"],
  ],
  [
    "a stored file of another size is fetched again",
    "snapshot",
    { ...keptOf(SNAPSHOT), heap: "short" },
    ["worker", "heap"],
  ],
  [
    "a damaged stored file is fetched again",
    "snapshot",
    { ...keptOf(SNAPSHOT), heap: contentOf("heap", "!") },
    ["worker", "heap"],
  ],
  [
    "a damaged stored file is fetched again by an ordinary start",
    "ordinary",
    { ...keptOf(ORDINARY), harness: contentOf("harness", "!") },
    ["manifest", "worker", "harness"],
  ],
];
for (const [name, from, kept, expected] of sources) {
  test(name, async () => {
    const { runtime, frames, fetched } = visit({ kept });
    await runtime.start(orderOf(from), quiet);
    const contents = await usable(frames[0]);
    const taken = from === "snapshot" ? SNAPSHOT : ORDINARY;
    assert.deepEqual(
      [sorted(fetched()), sorted(contents)],
      [sorted(expected), sorted(taken.map((role) => contentOf(role)))],
    );
  });
}

test("a second start in the same visit opens another frame and fetches only the worker's source", async () => {
  const { runtime, frames, fetched } = visit();
  await runtime.start(orderOf("snapshot"), quiet);
  fetched();
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[1]);
  assert.deepEqual(
    [frames.map(({ removed, posted }) => [removed, posted.length]), fetched()],
    [
      [
        [0, MESSAGES],
        [0, MESSAGES],
      ],
      ["worker"],
    ],
  );
});

test("a stored file is hashed once per visit, and again by an ordinary start, since it may have changed", async (t) => {
  const { runtime } = visit({ kept: keptOf([...SNAPSHOT, "stdlib", "harness", "numpy"]) });
  const digests = t.mock.method(crypto.subtle, "digest").mock;
  const counts = [];
  for (const from of ["snapshot", "snapshot", "ordinary", "snapshot"]) {
    digests.resetCalls();
    await runtime.start(orderOf(from), quiet);
    // The worker's source comes from the network each time.
    counts.push(digests.callCount() - 1);
  }
  const again = SNAPSHOT.filter((role) => !ORDINARY.includes(role));
  assert.deepEqual(counts, [SNAPSHOT.length, 0, ORDINARY.length, again.length]);
});

test("stored files are hashed one after the other, in the order in which they are used", async (t) => {
  const { runtime } = visit({ kept: keptOf(SNAPSHOT) });
  const { digest } = crypto.subtle;
  const moments: [name: string, what: string][] = [];
  t.mock.method(crypto.subtle, "digest", async (algorithm: string, bytes: ArrayBuffer) => {
    const name = new TextDecoder().decode(bytes).replaceAll(".", "");
    moments.push([name, "begins"]);
    const result = await digest.call(crypto.subtle, algorithm, bytes);
    moments.push([name, "ends"]);
    return result;
  });
  await runtime.start(orderOf("snapshot"), quiet);
  assert.deepEqual(
    moments.filter(([name]) => name !== "worker"),
    SNAPSHOT.flatMap((name) => [
      [name, "begins"],
      [name, "ends"],
    ]),
  );
});

test("the worker's source is requested first", async () => {
  const { runtime, fetched } = visit();
  await runtime.start(orderOf("snapshot"), quiet);
  assert.equal(fetched()[0], "worker");
});

for (const [name, step, expected] of [
  ["progress is reported with each file", 50, PROGRESS],
  [
    "progress within the shortest interval is reported at the first file and at the end",
    0,
    [PROGRESS.at(0), PROGRESS.at(-1)],
  ],
] as [string, number, unknown[]][]) {
  test(name, async (t) => {
    runClock(t, step);
    const { runtime } = visit();
    const reports: number[][] = [];
    await runtime.start(orderOf("snapshot"), (...values) => reports.push(values));
    assert.deepEqual(reports, expected);
  });
}

test("an anticipated start is taken over with the progress so far", async (t) => {
  const clock = runClock(t, 50);
  let answerHeap: ((content: string) => void) | undefined;
  const heap = new Promise((resolve) => (answerHeap = resolve));
  const { runtime, frames, fetched } = visit({ answers: { heap: [heap] }, kept: keptOf(["wasm"]) });
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  await until(() => clock.callCount() === SNAPSHOT.length);
  const reports: number[][] = [];
  const frame = runtime.start(orderOf("snapshot"), (...values) => reports.push(values));
  const early = [...reports];
  (answerHeap as unknown as (content: string) => void)(contentOf("heap"));
  assert.equal(await frame, frames[0]);
  assert.deepEqual([early, reports], [PROGRESS.slice(0, -1), PROGRESS]);
  assert.deepEqual(
    frames.map(({ removed, posted }) => [removed, posted.length]),
    [[0, MESSAGES]],
  );
  assert.deepEqual(
    sorted(fetched()),
    sorted(["worker", ...SNAPSHOT.filter((role) => role !== "wasm")]),
  );
});

test("a start with other limits than the anticipated one opens another frame and removes the first", async () => {
  const { runtime, frames } = visit();
  const limits = { ...golden("request", "boot").limits, results: 7 };
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  assert.equal(await runtime.start(orderOf("snapshot", limits), quiet), frames[1]);
  await until(() => frames[0].removed > 0);
  assert.deepEqual(
    frames.map(({ removed }) => removed),
    [1, 0],
  );
  assert.deepEqual([frames[1].posted[0].message.limits], [limits]);
});

test("an anticipated start is taken over only once", async () => {
  const { runtime, frames } = visit();
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  await runtime.start(orderOf("snapshot"), quiet);
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[1]);
  assert.equal(frames[0].removed, 0);
});

const refused = (file: string) => `/runtime/${file} could not be fetched: the server answered 404.`;
const unnamed = (role: string) =>
  `The build's list of files names none for "${role}". Build the site again.`;
const failures: [name: string, from: string, how: How, message: string][] = [
  ["a file that is not available", "snapshot", { answers: { heap: [404] } }, refused("heap.bin")],
  [
    "a worker's source that is not available",
    "snapshot",
    { answers: { worker: [404] } },
    refused("worker.bin"),
  ],
  [
    "a package that is not available",
    "ordinary",
    { answers: { numpy: [404] } },
    refused("numpy.bin"),
  ],
  [
    "a manifest that is not available",
    "ordinary",
    { answers: { manifest: [404] } },
    refused("manifest.json"),
  ],
  ["a build without a file", "snapshot", { without: "heap" }, unnamed("heap")],
  ["a build without the worker's source", "snapshot", { without: "worker" }, unnamed("worker")],
];
for (const [name, from, how, message] of failures) {
  test(`${name} rejects the start with a message and removes the frame`, async () => {
    const { runtime, frames } = visit(how);
    const rejection = await runtime.start(orderOf(from), quiet).catch((error) => error.message);
    assert.deepEqual(
      [rejection, frames.map(({ removed, posted }) => [removed, posted])],
      [message, [[1, []]]],
    );
  });
}

test("a frame that cannot be opened rejects the start with its message", async () => {
  const { runtime } = visit({
    openFrame: async () => {
      throw new Error("The isolated frame was taken from the page.");
    },
  });
  await assert.rejects(runtime.start(orderOf("snapshot"), quiet), {
    message: "The isolated frame was taken from the page.",
  });
});

/** Makes the clock advance by `step` milliseconds on each read. */
function runClock(t: TestContext, step: number) {
  let now = 0;
  return t.mock.method(performance, "now", () => (now += step)).mock;
}

test("a failed start reports no more progress, while its downloads continue for the next start", async () => {
  let arrive: (() => void) | undefined;
  const late = new ReadableStream({
    start(controller) {
      arrive = () => {
        controller.enqueue(new TextEncoder().encode(contentOf("libraries")));
        controller.close();
      };
    },
  });
  const { runtime } = visit({ answers: { heap: [404, contentOf("heap")], libraries: [late] } });
  const reports: number[][] = [];
  await assert.rejects(
    runtime.start(orderOf("snapshot"), (...values) => reports.push(values)),
    { message: "/runtime/heap.bin could not be fetched: the server answered 404." },
  );
  const before = reports.length;
  (arrive as unknown as () => void)();
  await runtime.start(orderOf("snapshot"), () => {});
  assert.equal(reports.length, before);
});
