// What each version of the product has stored is opened:
// `end2end/fixtures`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { databaseOf, expectedOf, FOLDERS } from "../../../end2end/fixtures/folders.mjs";
import { store } from "../../../end2end/fixtures/stored.mjs";
import { openStorage } from "../main.ts";
import { freshBrowser, value } from "./fixture.ts";

// What the page keeps beside the database is not read here.
Object.assign(globalThis, { localStorage: { setItem() {} } });

const SALES =
  "day,region,units,revenue\n2026-01-03,North,3,10.5\n2026-01-17,South,1,32.25\n2026-02-02,North,2,4.0\n2026-02-09,West,5,7.25\n2026-03-01,South,4,18.0\n";
const EVERYTHING = "Everything of a session";

test("no folder of fixtures is removed", () => {
  assert.deepEqual(
    FOLDERS,
    FOLDERS.map((_, at) => `v${at + 1}`),
  );
  assert.ok(FOLDERS.length >= 2);
});

for (const folder of FOLDERS) {
  test(`the database of ${folder} has its sessions with their logs, outputs and files, and its functions`, async () => {
    const database = databaseOf(folder);
    freshBrowser();
    await store(database);
    const storage = value(await openStorage());
    const sessions = value(await storage.sessions.list());
    assert.deepEqual(
      sessions.map(({ title }) => title).sort(),
      Object.keys(expectedOf(folder)).sort(),
    );
    assert.deepEqual(
      sessions.filter(({ pinned }) => pinned).map(({ title }) => title),
      [EVERYTHING],
    );
    for (const { id, last, deleted } of sessions) {
      assert.equal(deleted, undefined);
      const { records, more, damage } = value(await storage.read(id));
      const stored = database.stores.records.rows.filter(
        ({ key }) => (key as IDBValidKey[])[0] === id,
      );
      assert.deepEqual(
        [records.map(({ text }) => text), more, damage],
        [stored.map(({ value }) => value.text), false, null],
      );
      assert.equal(records.at(-1)?.seq, last);
      for (const { digest, mediaType } of value(await storage.blobs.list(id))) {
        const content = value(await storage.blobs.get(digest));
        assert.equal(
          createHash("sha256")
            .update(new Uint8Array(await content.arrayBuffer()))
            .digest("hex"),
          digest,
          mediaType,
        );
      }
    }
    const id = sessions.find(({ title }) => title === EVERYTHING)?.id ?? "";
    assert.deepEqual(
      value(await storage.files.list(id)).map(({ name, keeping, size }) => [name, keeping, size]),
      [["sales.csv", "copy", SALES.length]],
    );
    assert.equal(await value(await storage.files.open(id, "sales.csv")).text(), SALES);
    const functions = value(await storage.functions.list());
    assert.deepEqual(
      functions.map(({ name, signature, docstring, source, names }) => ({
        name,
        signature,
        docstring,
        source,
        names,
      })),
      [
        {
          name: "net",
          signature: "net(amounts, rate=…)",
          docstring: "Takes the tax off.",
          source:
            'import numpy as np\n\n\ndef net(amounts, rate=0.19):\n    """Takes the tax off."""\n    return round(np.sum(amounts) * (1 - rate), 2)\n',
          names: [],
        },
        {
          name: "spread",
          signature: "spread(values)",
          docstring: "Returns the largest minus the smallest.",
          source:
            'def spread(values):\n    """Returns the largest minus the smallest."""\n    return max(values) - min(values)\n',
          names: [],
        },
      ],
    );
    await storage.close();
  });
}
