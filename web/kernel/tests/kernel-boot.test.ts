// The kernel's boot with a fake interpreter: its files, requests before or after it, and the
// archives that the page offers then.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fakeKernel, files, golden } from "./fake-kernel.ts";

test("the files of a boot are read in the page's order, all before one has arrived", async () => {
  const content = files(6);
  const read: Blob[] = [];
  const fake = fakeKernel({}, (file) => {
    read.push(file);
    return new Promise((resolve) => setTimeout(resolve, 0, `bytes of ${content.indexOf(file)}`));
  });
  const { core, packages, warm, limits } = golden("request", "boot");
  await fake.send(golden("request", "boot"), content);
  for (const role of core) fake.send({ type: "checked", role });
  const [[, order]] = fake.seen;
  assert.deepEqual(read, content.slice(0, core.length));
  assert.deepEqual(
    await Promise.all(Object.values(order.core)),
    core.map((_, index) => `bytes of ${index}`),
  );
  assert.deepEqual(
    [Object.keys(order.core), order.packages, order.warm, order.limits],
    [core, [{ ...packages[0], bytes: content.at(-1) }], warm, limits],
  );
});

test("a file of a boot is available only after its `checked` message, which may replace it", async () => {
  let read = 0;
  const fake = fakeKernel({}, async (file) => {
    const content = await file.text();
    read += 1;
    return content;
  });
  const { core } = golden("request", "boot");
  await fake.send(golden("request", "boot"), core.map((role) => new Blob([role])).concat(files(1)));
  const [[, order]] = fake.seen;
  const available: Record<string, string> = {};
  for (const role of core) order.core[role].then((content: string) => (available[role] = content));
  while (read < core.length) await new Promise(setImmediate);
  assert.deepEqual(available, {});
  fake.send({ type: "checked", role: "wasm" });
  fake.send({ type: "checked", role: "lock" }, [new Blob(["another lock"])]);
  await Promise.all([order.core.wasm, order.core.lock]);
  assert.deepEqual(available, { wasm: "wasm", lock: "another lock" });
});

test("a file that cannot be read fails only a boot that uses it", async () => {
  const unreadable = async () => {
    throw new Error("NotReadableError");
  };
  const indifferent = fakeKernel({}, unreadable);
  await indifferent.send(golden("request", "boot"), files(6));
  assert.deepEqual(indifferent.posted.at(-1)?.message, golden("reply", "booted"));
  const fake = fakeKernel({}, unreadable, async ({ core }) => {
    await core.wasm;
  });
  const booting = fake.send(golden("request", "boot"), files(6));
  fake.send(golden("offer", "checked"));
  fake.send({ ...golden("offer", "checked"), role: "wasm" });
  await booting;
  await fake.send(golden("request", "imports"));
  assert.deepEqual(
    fake.posted.map(({ message }) => message),
    [
      { type: "failed", id: 1, message: "NotReadableError" },
      { type: "failed", id: 5, message: "The kernel is not booted; send a boot request first." },
    ],
  );
});

test("requests before boot, and a second boot, are refused", async () => {
  const fake = fakeKernel();
  await fake.send(golden("request", "imports"));
  await fake.send(golden("request", "boot"), files(2));
  await fake.send(golden("request", "boot"), files(6));
  await fake.send(golden("request", "boot"), files(6));
  assert.deepEqual(
    fake.posted.map(({ message }) => message.type),
    ["failed", "failed", "booted", "failed"],
  );
  assert.match(fake.posted[1].message.message ?? "", /Boot needs 6 attachments.*it came with 2/);
});

test("archives that the page offers are loaded without a reply", async () => {
  const fake = fakeKernel();
  await fake.send(golden("offer", "archives"), files(2));
  await fake.send(golden("request", "boot"), files(6));
  await fake.send(golden("offer", "archives"), files(2));
  assert.deepEqual(fake.seen.slice(1), [["load", ["python_stdlib", "scipy"]]]);
  assert.deepEqual(
    fake.posted.map(({ message }) => message.type),
    ["booted"],
  );
});

test("an offer of archives that cannot be used is ignored", async () => {
  const offer = golden("offer", "archives");
  const cases: [string, object, number, boolean][] = [
    ["too few attachments", offer, 1, true],
    ["too many attachments", offer, 3, true],
    ["no list", { ...offer, packages: "scipy" }, 1, true],
    ["an archive that cannot be read", offer, 2, false],
  ];
  for (const [what, message, count, readable] of cases) {
    let booted = false;
    const fake = fakeKernel({}, undefined, undefined, async () => {
      if (booted && !readable) throw new Error("NotReadableError");
    });
    await fake.send(golden("request", "boot"), files(6));
    booted = true;
    await fake.send(message, files(count));
    await fake.send(golden("request", "imports"));
    assert.deepEqual(fake.seen.slice(1), [], what);
    assert.deepEqual(
      fake.posted.slice(1),
      [{ message: golden("reply", "imports"), attachments: [] }],
      what,
    );
  }
});
