// The kernel's requests with a fake interpreter: one reply per request, in order, also after
// errors.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { createKernel } from "../worker/kernel.ts";
import { decode, encode } from "../worker/message.ts";
import { GOLDEN, OUTCOME, booted, fakeKernel, files, golden } from "./fake-kernel.ts";
import type { Notice, Outcome, Reply, Request } from "../../generated/kernel.ts";
import type { BootOrder as Order } from "../worker/kernel.ts";

test("the golden requests are answered with the golden replies", async () => {
  const cases: [Request["type"], Blob[], Reply["type"]][] = [
    ["load", files(1), "loaded"],
    ["install", files(1), "installed"],
    ["unmount", [], "unmounted"],
    ["imports", [], "imports"],
    ["execute", [], "executed"],
    ["profile", [], "profiled"],
    ["read", [], "content"],
    ["restore", [new Blob(["x"]), new Blob([])], "restored"],
    ["selfTest", [], "selfTested"],
    ["table", [], "tabled"],
    ["save", [], "saved"],
    ["preview", [], "previewed"],
    ["vectors", [], "vectored"],
    ["ping", [], "pong"],
  ];
  for (const [request, attachments, reply] of cases) {
    const fake = await booted();
    await fake.send(golden("request", request), attachments);
    assert.deepEqual(fake.posted.at(-1)?.message, golden("reply", reply), request);
  }
  const fake = fakeKernel();
  await fake.send(golden("request", "boot"), files(6));
  assert.deepEqual(fake.posted.at(-1)?.message, golden("reply", "booted"));
});

test("a wheel is installed from its one attachment, and a refusal is the answer", async () => {
  const fake = await booted();
  await fake.send(golden("request", "install"), [new Blob(["archive"])]);
  assert.deepEqual(fake.seen.slice(1), [["install", "attrs", 7]]);
  await fake.send(golden("request", "install"), []);
  const refusing = await booted({
    install: () => {
      throw new Error('"json" is there already.');
    },
  });
  await refusing.send(golden("request", "install"), files(1));
  assert.deepEqual(
    [...fake.posted.slice(1), ...refusing.posted].map(({ message }) => [
      message.type,
      message.message,
    ]),
    [
      ["failed", "Install names one wheel and came with 0 attachments."],
      ["failed", '"json" is there already.'],
    ],
  );
});

test("the self-test fails where integers have 32 bits, before an exit is tried", async () => {
  const fake = await booted({
    requireIntegers: () => {
      throw new Error("Integers have 32 bits");
    },
  });
  await fake.send(golden("request", "selfTest"));
  assert.deepEqual(
    [fake.posted[0].message.type, fake.posted[0].message.message, fake.seen.length],
    ["failed", "Integers have 32 bits", 1],
  );
});

test("a read returns the bytes as its only attachment", async () => {
  const fake = await booted();
  await fake.send(golden("request", "read"));
  assert.equal(fake.posted[0].attachments.length, 1);
});

test("saved tables and figures are files of their media type", async () => {
  const fake = await booted();
  const { format, ...save } = golden("request", "save");
  for (const request of [
    golden("request", "vectors"),
    { ...save, format: "csv" },
    { ...save, format: "xlsx" },
  ])
    await fake.send(request);
  assert.deepEqual(
    fake.posted.map(({ attachments }) =>
      (attachments as Blob[]).map(({ type, size }) => [type, size]),
    ),
    [
      [["image/svg+xml", 1]],
      [["text/csv", 1]],
      [["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 1]],
    ],
  );
});

test("a request about a result that fails is answered with a message, and the kernel continues", async () => {
  const fake = await booted({
    answer: () => {
      throw new Error("The table is no longer there.");
    },
  });
  await fake.send(golden("request", "table"));
  await fake.send(golden("request", "imports"));
  assert.deepEqual(
    fake.posted.map(({ message }) => [message.type, message.message]),
    [
      ["failed", "The table is no longer there."],
      ["imports", undefined],
    ],
  );
  assert.deepEqual(fake.died, []);
});

test("the output of an execution is posted under its id before its reply", async () => {
  const fake = await booted();
  await fake.send(golden("request", "execute"));
  assert.deepEqual(
    fake.posted.map(({ message }) => message),
    [golden("notice", "stream"), golden("reply", "executed")],
  );
});

test("executions run one after the other in the order of arrival", async () => {
  const order: (string | undefined)[] = [];
  const fake = await booted({
    execute: async (code) => {
      order.push(`start ${code}`);
      await new Promise((resolve) => setTimeout(resolve, code === "slow" ? 20 : 0));
      order.push(`end ${code}`);
      return { outcome: OUTCOME, files: [] };
    },
  });
  await Promise.all([
    fake.send({ type: "execute", id: 2, code: "slow" }),
    fake.send({ type: "execute", id: 3, code: "fast" }),
  ]);
  assert.deepEqual(order, ["start slow", "end slow", "start fast", "end fast"]);
  assert.deepEqual(
    fake.posted.map(({ message }) => message.id),
    [2, 3],
  );
});

test("a request that fails is answered once, and the kernel continues", async () => {
  const fake = await booted({
    execute: async () => {
      throw new Error("out of order");
    },
  });
  await fake.send({ type: "execute", id: 2, code: "1" });
  await fake.send({ type: "juggle", id: 3 });
  await fake.send({ type: "toString", id: 4 });
  await fake.send({ type: "load", id: 5, packages: [{ name: "a" }] }, []);
  await fake.send({ type: "mount", id: 6 }, []);
  await fake.send(golden("request", "imports"));
  assert.deepEqual(
    fake.posted.map(({ message }) => [message.type, message.id]),
    [
      ["failed", 2],
      ["failed", 3],
      ["failed", 4],
      ["failed", 5],
      ["failed", 6],
      ["imports", 5],
    ],
  );
  assert.equal(fake.posted[0].message.message, "out of order");
  assert.equal(fake.posted[1].message.message, 'The kernel does not know the request "juggle".');
  assert.deepEqual(fake.died, []);
});

test("a ping is answered out of order, before the boot and while an execution awaits", async () => {
  const early = fakeKernel();
  await early.send(golden("request", "ping"));
  let release: (produced: { outcome: Outcome; files: Blob[] }) => void = () => {};
  const fake = await booted({ execute: () => new Promise((resolve) => (release = resolve)) });
  const execution = fake.send(golden("request", "execute"));
  await new Promise((resolve) => setTimeout(resolve, 0));
  fake.send(golden("request", "ping"));
  release({ outcome: OUTCOME, files: [] });
  await execution;
  assert.deepEqual(
    early.posted.map(({ message }) => message),
    [golden("reply", "pong")],
  );
  assert.deepEqual(
    fake.posted.map(({ message }) => message.type),
    ["pong", "executed"],
  );
});

test("files of an execution are attached to its outcome, and restored by their names", async () => {
  const outcome = golden("reply", "executed", "-table").outcome;
  const content = new Blob(["day,total\n"]);
  const fake = await booted({ execute: async () => ({ outcome, files: [content] }) });
  await fake.send(golden("request", "execute"));
  assert.deepEqual(fake.posted[0].attachments, [content]);
  await fake.send(golden("request", "restore"), [new Blob(["abc"]), new Blob([])]);
  assert.deepEqual(fake.seen.slice(-2), [
    ["restore", "totals.csv", 3],
    ["restore", "charts/revenue.png", 0],
  ]);
  await fake.send(golden("request", "restore"), []);
  assert.match(
    fake.posted.at(-1)?.message.message ?? "",
    /names 2 files and came with 0 attachments/,
  );
});

test("input and output are posted under an execution's id, and only while it runs", async () => {
  let order: Order | undefined;
  const posted: (Reply | Notice)[] = [];
  const kernel = createKernel({
    boot: async (received) => {
      order = received;
      return {
        execute: async () => {
          received.ask("How many? ");
          return { outcome: OUTCOME, files: [] };
        },
        check: () => null,
      } as any;
    },
    post: (message) => posted.push(message),
    clock: () => 0,
    die: () => {},
  });
  await kernel.receive(encode(golden("request", "boot"), files(6)).packet);
  await kernel.receive(encode(golden("request", "execute")).packet);
  order?.ask("late");
  order?.stream("stdout", "late");
  order?.memory(1717986918, 2147483648);
  assert.deepEqual(
    posted.slice(1).map(({ type }) => type),
    ["input", "executed", "memory"],
  );
  assert.deepEqual([posted[1], posted[3]], [golden("notice", "input"), golden("notice", "memory")]);
});

test("damage by an execution is reported under its id after its outcome, and before the next request is handled", async () => {
  const fake = await booted({ check: () => "Nothing works." });
  // Both arrive before the first one is answered.
  await Promise.all([
    fake.send(golden("request", "execute")),
    fake.send(golden("request", "imports")),
  ]);
  assert.deepEqual(
    fake.posted.slice(1).map(({ message }) => [message.type, message.id, message.message]),
    [
      ["executed", 6, undefined],
      ["broken", 6, "Nothing works."],
      ["failed", 5, "Nothing works. Restart Python."],
    ],
  );
  assert.deepEqual(
    fake.died.map(({ message }) => message),
    ["Nothing works."],
  );
});

test("only an execution with an outcome is followed by a check, once and after its reply", async () => {
  const order: (string | undefined)[] = [];
  const fake = await booted({
    execute: async (code) => {
      if (code === "fail") throw new Error("out of order");
      return { outcome: OUTCOME, files: [] };
    },
    check: () => {
      order.push(fake.posted.at(-1)?.message.type);
      return null;
    },
  });
  await fake.send({ type: "execute", id: 2, code: "1" });
  await fake.send({ type: "execute", id: 3, code: "fail" });
  await fake.send(golden("request", "imports"));
  await fake.send({ type: "execute", id: 4, code: "1" });
  assert.deepEqual(order, ["executed", "executed"]);
  assert.deepEqual(fake.died, []);
});

test("an unusable interpreter is reported before its last reply", async () => {
  const fatal = Object.assign(new Error("memory access out of bounds"), {
    pyodide_fatal_error: true,
  });
  const fake = await booted({
    execute: async () => {
      throw fatal;
    },
  });
  await fake.send(golden("request", "execute"));
  await fake.send(golden("request", "imports"));
  const cause = "Python broke down (memory access out of bounds) and its variables are lost.";
  assert.deepEqual(
    fake.posted.map(({ message }) => message),
    [
      golden("notice", "broken"),
      { type: "failed", message: cause, id: 6 },
      { type: "failed", message: `${cause} Restart Python.`, id: 5 },
    ],
  );
  assert.deepEqual(fake.died, [fatal]);
});

test("packets that hold no message are ignored", async () => {
  const fake = await booted();
  for (const packet of [
    undefined,
    null,
    7,
    {},
    { message: "{" },
    { message: "null" },
    { message: '{"type":"execute"}' },
  ]) {
    await fake.receive(packet as any);
  }
  assert.deepEqual(fake.posted, []);
});

test("the golden messages are unchanged after encoding and decoding", () => {
  for (const folder of ["request", "reply", "notice", "control", "frame-notice", "offer"]) {
    for (const file of readdirSync(new URL(`${folder}/`, GOLDEN))) {
      const message = JSON.parse(readFileSync(new URL(`${folder}/${file}`, GOLDEN), "utf8"));
      assert.deepEqual(decode(encode(message).packet).message, message, file);
    }
  }
});
