// Downloads of files that a static host has as gzip only, over a fake network: what is
// decompressed, and what is asked for again.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { download } from "../download.ts";
import { decompressed } from "../gzip.ts";
import { assetOf, fakeBrowser } from "./fakes.ts";
import type { Reader } from "../gzip.ts";

const CONTENT = "12345678".repeat(100);
const ASSET = assetOf("heap.0123456789ab.bin", CONTENT);
const SENT = `${ASSET.url}.gz`;

const packed = gzipSync(CONTENT);
const half = packed.length / 2;
const broken = Buffer.from(packed);
// In the checksum, which is all that shows it.
broken[broken.length - 8] ^= 1;
const altered = gzipSync(CONTENT.replace("8", "0"));
const long = gzipSync(`${CONTENT}9`);
const short = gzipSync(CONTENT.slice(1));
const brokenOff = [packed.subarray(0, half), new TypeError("network error")];

const REFUSED = `Error: ${SENT}`;
/**
 * What zlib says of a stream without its end, and of a wrong checksum: each engine has words of its
 * own.
 */
const CUT_OFF = `${REFUSED} cannot be decompressed: unexpected end of file. It was refused.`;
const WRONG_SUM = `${REFUSED} cannot be decompressed: incorrect data check. It was refused.`;

const cases: [
  name: string,
  answers: unknown[],
  expected: { file: string; caches: string[]; waits?: number[] },
][] = [
  ["a gzip file is decompressed", [[packed]], { file: CONTENT, caches: ["default"] }],
  [
    "a gzip file is recognised where its first two bytes arrive one by one",
    [[...packed].map((byte) => Uint8Array.of(byte))],
    { file: CONTENT, caches: ["default"] },
  ],
  [
    "what the browser has decompressed already is used as it is",
    [CONTENT],
    { file: CONTENT, caches: ["default"] },
  ],
  ["so it is in pieces", [[...CONTENT]], { file: CONTENT, caches: ["default"] }],
  [
    "a gzip file that ends early is requested once more",
    [[packed.subarray(0, half)], [packed]],
    { file: CONTENT, caches: ["default", "reload"] },
  ],
  [
    "a gzip file that ends early twice is refused",
    [[packed.subarray(0, half)]],
    { file: CUT_OFF, caches: ["default", "reload"] },
  ],
  [
    "one that ends within its header is too",
    [[packed.subarray(0, 2)]],
    { file: CUT_OFF, caches: ["default", "reload"] },
  ],
  [
    "a gzip file with a wrong checksum is requested once more",
    [[broken], [packed]],
    { file: CONTENT, caches: ["default", "reload"] },
  ],
  [
    "a gzip file with a wrong checksum twice is refused",
    [[broken]],
    { file: WRONG_SUM, caches: ["default", "reload"] },
  ],
  [
    "a gzip file of another content is refused",
    [[altered]],
    {
      file: `${REFUSED} is not the file that the build made: its SHA-256 differs. It was refused.`,
      caches: ["default", "reload"],
    },
  ],
  [
    "a gzip file of a longer content is refused",
    [[long]],
    {
      file: `${REFUSED} is longer than the 800 bytes that the build made. It was refused.`,
      caches: ["default", "reload"],
    },
  ],
  [
    "a gzip file of a shorter content is refused",
    [[short]],
    {
      file: `${REFUSED} ends after 799 of 800 bytes. It was refused.`,
      caches: ["default", "reload"],
    },
  ],
  [
    "a single byte is refused",
    ["1"],
    {
      file: `${REFUSED} ends after 1 of 800 bytes. It was refused.`,
      caches: ["default", "reload"],
    },
  ],
  [
    "a document instead of the file is refused",
    ["<p>Not found</p>"],
    {
      file: `${REFUSED} ends after 16 of 800 bytes. It was refused.`,
      caches: ["default", "reload"],
    },
  ],
  [
    "a transfer that breaks off is retried",
    [brokenOff, [packed]],
    { file: CONTENT, caches: ["default", "default"], waits: [500] },
  ],
  [
    "a transfer that breaks off before the second byte is retried",
    [[packed.subarray(0, 1), new TypeError("network error")], [packed]],
    { file: CONTENT, caches: ["default", "default"], waits: [500] },
  ],
  [
    "after the third retry the network is named",
    [brokenOff],
    {
      file: `${REFUSED} could not be fetched (network error). Check the connection.`,
      caches: ["default", "default", "default", "default"],
      waits: [500, 2_000, 5_000],
    },
  ],
  [
    "a gzip form that the host lacks is named",
    [404],
    { file: `${REFUSED} could not be fetched: the server answered 404.`, caches: ["default"] },
  ],
];
for (const [name, answers, { file, caches, waits = [] }] of cases) {
  test(name, async () => {
    const fake = fakeBrowser({ [SENT]: answers }, [ASSET.url]);
    let received = 0;
    const result = await download(ASSET, fake.browser, (bytes) => (received += bytes)).then(
      (blob) => blob.text(),
      String,
    );
    assert.deepEqual(
      { file: result, requests: fake.requests, waits: fake.waits },
      { file, requests: caches.map((cache) => [SENT, cache]), waits },
    );
    assert.equal(
      received,
      file === CONTENT ? ASSET.bytes : 0,
      "progress counts the decompressed bytes, and those of no failed attempt",
    );
  });
}

test("a file that is not listed is never decompressed", async () => {
  const zipped = assetOf("archive.0123456789ab.gz", "");
  const asset = {
    ...zipped,
    bytes: packed.length,
    sha256: Buffer.from(await crypto.subtle.digest("SHA-256", packed)).toString("hex"),
  };
  const blob = await download(asset, fakeBrowser({ [asset.url]: [[packed]] }, [ASSET.url]).browser);
  assert.deepEqual(Buffer.from(await blob.arrayBuffer()), packed);
});

for (const [what, chunks] of [
  ["a gzip file", [new Uint8Array(gzipSync(randomBytes(1 << 20)).subarray(0, 1 << 19))]],
  ["a file that is decompressed already", [new Uint8Array(8)]],
] as [string, Uint8Array<ArrayBuffer>[]][]) {
  test(`who stops reading ${what} ends its transfer`, async () => {
    const cancelled: unknown[] = [];
    const endless: Reader = {
      read: () =>
        chunks.length > 0
          ? Promise.resolve({
              done: false,
              value: chunks.shift() as Uint8Array<ArrayBuffer>,
            })
          : new Promise(() => {}),
      cancel: async (reason) => void cancelled.push(reason),
    };
    const plain = await decompressed(endless, (message) => new Error(message));
    assert.ok(((await plain.read()).value?.length ?? 0) > 0);
    await plain.cancel("enough");
    assert.equal(cancelled[0], "enough");
  });
}
