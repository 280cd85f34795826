// Downloads over a fake network: what is retried, after how long, and the message of a final
// failure.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { download, downloadJson, matchesBuild } from "../download.ts";
import { assetOf, fakeBrowser } from "./fakes.ts";
import type { Browser } from "../download.ts";

const ASSET = assetOf("heap.bin", "12345678");
const LIST = "/runtime/manifest.json";

const good = ["1234", "5678"];
const altered = ["1234", "0000"];
const long = ["1234", "56789"];
const short = ["1234", "567"];
const offline = new TypeError("Failed to fetch");
const brokenOff = ["1234", new TypeError("network error")];

/** Returns the file, and the number of received bytes after each report. */
async function fetchFile(browser: Browser) {
  const here: number[] = [];
  const file = await download(
    ASSET,
    browser,
    (bytes) => bytes && here.push((here.at(-1) ?? 0) + bytes),
  ).then((blob) => blob.text(), String);
  return { file, here };
}

const fetchList = async (browser: Browser) => ({
  list: await downloadJson(LIST, browser).catch(String),
});

/** Checks what a download results in, its requests and its waits. */
async function check(
  fetchIt: (browser: Browser) => Promise<object>,
  url: string,
  answers: unknown[],
  expected: object,
) {
  const { browser, requests, waits } = fakeBrowser({ [url]: answers });
  const result = await fetchIt(browser);
  assert.deepEqual({ ...result, caches: requests.map(([, cache]) => cache), waits }, expected);
}

const files: [name: string, answers: unknown[], expected: object][] = [
  [
    "an intact file is returned unchanged",
    [good],
    { file: "12345678", here: [4, 8], caches: ["default"], waits: [] },
  ],
  [
    "a network failure is retried",
    [offline, good],
    { file: "12345678", here: [4, 8], caches: ["default", "default"], waits: [500] },
  ],
  [
    "the bytes of a failed attempt are subtracted",
    [brokenOff, good],
    { file: "12345678", here: [4, 0, 4, 8], caches: ["default", "default"], waits: [500] },
  ],
  [
    "a server error is retried like a network failure",
    [500, 503, good],
    {
      file: "12345678",
      here: [4, 8],
      caches: ["default", "default", "default"],
      waits: [500, 2_000],
    },
  ],
  [
    "after the third retry a network failure is an error",
    [offline],
    {
      file: "Error: /runtime/heap.bin could not be fetched (Failed to fetch). Check the connection.",
      here: [],
      caches: ["default", "default", "default", "default"],
      waits: [500, 2_000, 5_000],
    },
  ],
  [
    "a file that the server does not have is not retried",
    [404, good],
    {
      file: "Error: /runtime/heap.bin could not be fetched: the server answered 404.",
      here: [],
      caches: ["default"],
      waits: [],
    },
  ],
  [
    "an altered file is requested once more, bypassing the cache",
    [altered, good],
    { file: "12345678", here: [4, 8, 0, 4, 8], caches: ["default", "reload"], waits: [] },
  ],
  [
    "a file that is too long is requested once more",
    [long, good],
    { file: "12345678", here: [4, 0, 4, 8], caches: ["default", "reload"], waits: [] },
  ],
  [
    "a file that is too short is requested once more",
    [short, good],
    { file: "12345678", here: [4, 7, 0, 4, 8], caches: ["default", "reload"], waits: [] },
  ],
  [
    "a file whose response has no body is requested once more",
    [null, good],
    { file: "12345678", here: [4, 8], caches: ["default", "reload"], waits: [] },
  ],
  [
    "a network failure after an altered file is retried, bypassing the cache",
    [altered, offline, good],
    {
      file: "12345678",
      here: [4, 8, 0, 4, 8],
      caches: ["default", "reload", "reload"],
      waits: [500],
    },
  ],
  [
    "a file that is altered twice is refused",
    [altered],
    {
      file: "Error: /runtime/heap.bin is not the file that the build made: its SHA-256 differs. It was refused.",
      here: [4, 8, 0, 4, 8, 0],
      caches: ["default", "reload"],
      waits: [],
    },
  ],
  [
    "a file that is too long twice is refused",
    [long],
    {
      file: "Error: /runtime/heap.bin is longer than the 8 bytes that the build made. It was refused.",
      here: [4, 0, 4, 0],
      caches: ["default", "reload"],
      waits: [],
    },
  ],
  [
    "a file that is too short twice is refused",
    [short],
    {
      file: "Error: /runtime/heap.bin ends after 7 of 8 bytes. It was refused.",
      here: [4, 7, 0, 4, 7, 0],
      caches: ["default", "reload"],
      waits: [],
    },
  ],
];
for (const [name, answers, expected] of files)
  test(name, () => check(fetchFile, ASSET.url, answers, expected));

const lists: typeof files = [
  [
    "a manifest is parsed",
    ['{"packages":[]}'],
    { list: { packages: [] }, caches: ["default"], waits: [] },
  ],
  [
    "a manifest whose transfer fails is requested again",
    [['{"pack', new TypeError("network error")], '{"packages":[]}'],
    { list: { packages: [] }, caches: ["default", "default"], waits: [500] },
  ],
  [
    "after the third retry a manifest that cannot be fetched is an error",
    [503],
    {
      list: "Error: /runtime/manifest.json could not be fetched (the server answered 503). Check the connection.",
      caches: ["default", "default", "default", "default"],
      waits: [500, 2_000, 5_000],
    },
  ],
  [
    "a manifest that the server does not have is not retried",
    [404],
    {
      list: "Error: /runtime/manifest.json could not be fetched: the server answered 404.",
      caches: ["default"],
      waits: [],
    },
  ],
  [
    "a manifest that is not JSON is not retried",
    ['{"packages":['],
    {
      list: "Error: /runtime/manifest.json could not be fetched: it cannot be read: Unexpected end of JSON input.",
      caches: ["default"],
      waits: [],
    },
  ],
];
for (const [name, answers, expected] of lists)
  test(name, () => check(fetchList, LIST, answers, expected));

const PIECE = 4 << 20;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Returns a large file in which each byte identifies its piece. */
const large = (size: number) => Buffer.from(new Uint8Array(size).map((_, at) => 1 + at / PIECE));
const LARGE = large(2.5 * PIECE);
const pieces = [0, 1, 2].map((piece) => LARGE.subarray(piece * PIECE, (piece + 1) * PIECE));
const TREE = {
  sha256: sha256(LARGE).toString("hex"),
  tree: sha256(Buffer.concat(pieces.map(sha256))).toString("hex"),
};

/**
 * Returns the large file with one bit altered.
 *
 * @param place as a fraction of its length
 */
function alteredAt(place: number) {
  const bytes = Buffer.from(LARGE);
  bytes[bytes.length * place] ^= 1;
  return bytes;
}

const checks: [name: string, bytes: Buffer<ArrayBuffer>, expected: boolean][] = [
  ["a large file matches the build if the hash of its pieces' hashes does", LARGE, true],
  ["a large file whose first piece differs does not match the build", alteredAt(0), false],
  ["a large file whose middle piece differs does not match the build", alteredAt(0.5), false],
  ["a large file whose last piece differs does not match the build", alteredAt(0.9), false],
  [
    "a large file whose pieces are in another order does not match the build",
    Buffer.concat([pieces[1], pieces[0], pieces[2]]),
    false,
  ],
  [
    "a large file without its last piece does not match the build",
    Buffer.concat([pieces[0], pieces[1]]),
    false,
  ],
];
for (const [name, bytes, expected] of checks) {
  test(name, async () =>
    assert.equal(await matchesBuild(new Blob([bytes]), TREE, crypto.subtle), expected),
  );
}

/** Returns bytes in chunks of a size that no piece is a multiple of. */
const chunksOf = (bytes: Buffer<ArrayBuffer>) =>
  Array.from({ length: Math.ceil(bytes.length / 1_000_003) }, (_, at) =>
    bytes.subarray(at * 1_000_003, (at + 1) * 1_000_003),
  );

const DIFFERS = /is not the file that the build made: its SHA-256 differs\. It was refused\.$/;
const arrivals: [
  name: string,
  bytes: Buffer<ArrayBuffer>,
  tree: string | undefined,
  refused: RegExp | null,
][] = [
  [
    "a large file is hashed in pieces as it arrives, and returned unchanged",
    LARGE,
    TREE.tree,
    null,
  ],
  ["one whose first piece differs is refused", alteredAt(0), TREE.tree, DIFFERS],
  ["one whose last piece differs is refused", alteredAt(0.9), TREE.tree, DIFFERS],
  ["one with the hash of its pieces is not one with a plain hash", LARGE, TREE.sha256, DIFFERS],
  ["a large file without a hash of its pieces is hashed as a whole", LARGE, undefined, null],
  ["one that differs as a whole is refused", alteredAt(0.5), undefined, DIFFERS],
];
for (const [name, bytes, tree, refused] of arrivals) {
  test(name, async () => {
    const asset = { url: ASSET.url, bytes: bytes.length, sha256: TREE.sha256, tree };
    const { browser } = fakeBrowser({ [asset.url]: [chunksOf(bytes)] });
    const downloading = download(asset, browser);
    if (refused) await assert.rejects(downloading, refused);
    else assert.ok(Buffer.from(await (await downloading).arrayBuffer()).equals(bytes));
  });
}

test("an empty file has the hash of nothing", async () => {
  const asset = assetOf("empty", "");
  const { browser } = fakeBrowser({ [asset.url]: [[]] });
  assert.equal((await download(asset, browser)).size, 0);
});
