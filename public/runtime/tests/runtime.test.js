// The start of a kernel: which files it takes and from where, what it posts, and what is left when it fails.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SIZE, contentOf, golden, orderOf, until, usable, visit } from "./visit.js";

const SNAPSHOT = golden("request", "boot-snapshot").core;
const ORDINARY = [...golden("request", "boot").core, "numpy"];
const TOTAL = (SNAPSHOT.length + 1) * SIZE;
/** How many messages a worker gets: the boot request, and one for each core file. */
const MESSAGES = 1 + SNAPSHOT.length;
/** What is told of a start from the snapshot, file by file. */
const PROGRESS = [...SNAPSHOT, "worker"].map((_, at) => [(at + 1) * SIZE, TOTAL]);

const quiet = () => {};
const keptOf = (names) => Object.fromEntries(names.map((name) => [name, contentOf(name)]));
const sorted = (names) => [...names].sort();

for (const [from, example] of [["snapshot", "boot-snapshot"], ["ordinary", "boot"]]) {
  test(`the messages of a start of the kind "${from}" are the examples`, async () => {
    const { runtime, frames } = visit();
    await runtime.start(orderOf(from), quiet);
    const [{ posted: [boot, ...checked] }] = frames;
    assert.deepEqual(boot.message, golden("request", example));
    assert.deepEqual(checked.map(({ message, attachments }) => [message, attachments]), boot.message.core.map((role) => [{ ...golden("offer", "checked"), role }, []]));
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

test("the frame is told to start the worker from its source, which is handed over", async () => {
  const { runtime, frames } = visit();
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[0]);
  const [{ message, attachments, transfer }] = frames[0].ordered;
  assert.deepEqual([frames[0].ordered.length, message, transfer], [1, golden("control", "start"), attachments]);
  assert.deepEqual(attachments.map((source) => new TextDecoder().decode(source)), [contentOf("worker")]);
});

const sources = [
  ["a first visit fetches what its start takes, once", "snapshot", {}, ["worker", ...SNAPSHOT]],
  ["a first visit that starts ordinarily fetches the list besides", "ordinary", {}, ["manifest", "worker", ...ORDINARY]],
  ["a further visit fetches the worker's source alone", "snapshot", keptOf(SNAPSHOT), ["worker"]],
  ["a further visit that starts ordinarily fetches the list besides", "ordinary", keptOf(ORDINARY), ["manifest", "worker"]],
  ["a kept file of another size is fetched anew", "snapshot", { ...keptOf(SNAPSHOT), heap: "short" }, ["worker", "heap"]],
  ["a kept file that was damaged is fetched anew", "snapshot", { ...keptOf(SNAPSHOT), heap: contentOf("heap", "!") }, ["worker", "heap"]],
  [
    "a kept file that was damaged is fetched anew by an ordinary start",
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
    assert.deepEqual([sorted(fetched()), sorted(contents)], [sorted(expected), sorted(taken.map((role) => contentOf(role)))]);
  });
}

test("a second start of the same visit opens a frame of its own and fetches the worker's source alone", async () => {
  const { runtime, frames, fetched } = visit();
  await runtime.start(orderOf("snapshot"), quiet);
  fetched();
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[1]);
  assert.deepEqual([frames.map(({ removed, posted }) => [removed, posted.length]), fetched()], [[[0, MESSAGES], [0, MESSAGES]], ["worker"]]);
});

test("a kept file is hashed once a visit, and again by an ordinary start, which may follow its change", async (t) => {
  const { runtime } = visit({ kept: keptOf([...SNAPSHOT, "stdlib", "harness", "numpy"]) });
  const digests = t.mock.method(crypto.subtle, "digest").mock;
  const counts = [];
  for (const from of ["snapshot", "snapshot", "ordinary", "snapshot"]) {
    digests.resetCalls();
    await runtime.start(orderOf(from), quiet);
    // The worker's source comes from the network each time.
    counts.push(digests.callCount() - 1);
  }
  const anew = SNAPSHOT.filter((role) => !ORDINARY.includes(role));
  assert.deepEqual(counts, [SNAPSHOT.length, 0, ORDINARY.length, anew.length]);
});

test("kept files are hashed one after the other, in the order in which they are used", async (t) => {
  const { runtime } = visit({ kept: keptOf(SNAPSHOT) });
  const { digest } = crypto.subtle;
  const moments = [];
  t.mock.method(crypto.subtle, "digest", async (algorithm, bytes) => {
    const name = new TextDecoder().decode(bytes).replaceAll(".", "");
    moments.push([name, "begins"]);
    const result = await digest.call(crypto.subtle, algorithm, bytes);
    moments.push([name, "ends"]);
    return result;
  });
  await runtime.start(orderOf("snapshot"), quiet);
  assert.deepEqual(moments.filter(([name]) => name !== "worker"), SNAPSHOT.flatMap((name) => [[name, "begins"], [name, "ends"]]));
});

test("the worker's source is asked for first", async () => {
  const { runtime, fetched } = visit();
  await runtime.start(orderOf("snapshot"), quiet);
  assert.equal(fetched()[0], "worker");
});

for (const [name, step, expected] of [
  ["progress is told with each file", 50, PROGRESS],
  ["progress that comes too fast is told at the first file and at the end", 0, [PROGRESS.at(0), PROGRESS.at(-1)]],
]) {
  test(name, async (t) => {
    runClock(t, step);
    const { runtime } = visit();
    const told = [];
    await runtime.start(orderOf("snapshot"), (...values) => told.push(values));
    assert.deepEqual(told, expected);
  });
}

test("a start that was anticipated is taken over, with the progress that had come", async (t) => {
  const clock = runClock(t, 50);
  let answerHeap;
  const heap = new Promise((resolve) => (answerHeap = resolve));
  const { runtime, frames, fetched } = visit({ answers: { heap: [heap] }, kept: keptOf(["wasm"]) });
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  await until(() => clock.callCount() === SNAPSHOT.length);
  const told = [];
  const frame = runtime.start(orderOf("snapshot"), (...values) => told.push(values));
  const early = [...told];
  answerHeap(contentOf("heap"));
  assert.equal(await frame, frames[0]);
  assert.deepEqual([early, told], [PROGRESS.slice(0, -1), PROGRESS]);
  assert.deepEqual(frames.map(({ removed, posted }) => [removed, posted.length]), [[0, MESSAGES]]);
  assert.deepEqual(sorted(fetched()), sorted(["worker", ...SNAPSHOT.filter((role) => role !== "wasm")]));
});

test("a start with other limits than were anticipated opens another frame and removes the first", async () => {
  const { runtime, frames } = visit();
  const limits = { ...golden("request", "boot").limits, results: 7 };
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  assert.equal(await runtime.start(orderOf("snapshot", limits), quiet), frames[1]);
  await until(() => frames[0].removed > 0);
  assert.deepEqual(frames.map(({ removed }) => removed), [1, 0]);
  assert.deepEqual([frames[1].posted[0].message.limits], [limits]);
});

test("an anticipated start is taken over once", async () => {
  const { runtime, frames } = visit();
  runtime.anticipate(JSON.parse(orderOf("snapshot")));
  await runtime.start(orderOf("snapshot"), quiet);
  assert.equal(await runtime.start(orderOf("snapshot"), quiet), frames[1]);
  assert.equal(frames[0].removed, 0);
});

const refused = (file) => `/runtime/${file} could not be fetched: the server answered 404.`;
const unnamed = (role) => `The build's list of files names none for "${role}". Build the site again.`;
const failures = [
  ["a file that cannot be had", "snapshot", { answers: { heap: [404] } }, refused("heap.bin")],
  ["a worker's source that cannot be had", "snapshot", { answers: { worker: [404] } }, refused("worker.bin")],
  ["a package that cannot be had", "ordinary", { answers: { numpy: [404] } }, refused("numpy.bin")],
  ["a list that cannot be had", "ordinary", { answers: { manifest: [404] } }, refused("manifest.json")],
  ["a build without a file", "snapshot", { without: "heap" }, unnamed("heap")],
  ["a build without the worker's source", "snapshot", { without: "worker" }, unnamed("worker")],
];
for (const [name, from, how, message] of failures) {
  test(`${name} rejects the start with a sentence and removes the frame`, async () => {
    const { runtime, frames } = visit(how);
    const told = await runtime.start(orderOf(from), quiet).catch((error) => error.message);
    assert.deepEqual([told, frames.map(({ removed, posted }) => [removed, posted])], [message, [[1, []]]]);
  });
}

test("a frame that cannot be opened rejects the start with its sentence", async () => {
  const { runtime } = visit({ openFrame: async () => { throw new Error("The sealed frame was taken from the page."); } });
  await assert.rejects(runtime.start(orderOf("snapshot"), quiet), { message: "The sealed frame was taken from the page." });
});

/** Has the clock go on by `step` milliseconds whenever it is read. */
function runClock(t, step) {
  let now = 0;
  return t.mock.method(performance, "now", () => (now += step)).mock;
}

test("a start that has failed is told of no more progress, while what it asked for goes on for the next", async () => {
  let arrive;
  const late = new ReadableStream({
    start(controller) {
      arrive = () => {
        controller.enqueue(new TextEncoder().encode(contentOf("libraries")));
        controller.close();
      };
    },
  });
  const { runtime } = visit({ answers: { heap: [404, contentOf("heap")], libraries: [late] } });
  const told = [];
  await assert.rejects(runtime.start(orderOf("snapshot"), (...values) => told.push(values)), { message: "/runtime/heap.bin could not be fetched: the server answered 404." });
  const before = told.length;
  arrive();
  await runtime.start(orderOf("snapshot"), () => {});
  assert.equal(told.length, before);
});
