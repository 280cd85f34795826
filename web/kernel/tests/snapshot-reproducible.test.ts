// The build captures the same snapshot from the same files, at any time and place: the URLs of
// published files contain hashes of their content, and anybody can check that the published memory
// comes from these files.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

import { coreAsset, needsRuntime, pathOf } from "./built-runtime.ts";
import type { Manifest } from "../../generated/kernel.ts";

/** The input of `snapshot.mjs`, with files by their paths. */
type Job = {
  core: Record<string, string>;
  packages: { name: string; path: string; upFront: boolean }[];
  absent: Record<string, string>;
};

const project = fileURLToPath(new URL("../../../", import.meta.url));
// A module for Node's `--import`: a clock that is a year ahead, the same for `Date.now()` and `new
// Date()`.
const AHEAD = `data:text/javascript,${encodeURIComponent(`
  const { now } = Date;
  Date.now = () => now() + 365 * 86_400_000;
  globalThis.Date = new Proxy(Date, { construct: (date, values, constructor) => Reflect.construct(date, values.length ? values : [date.now()], constructor) });
`)}`;
const FILES = {
  index: "index.json",
  facts: "facts.json",
  heap: "heap.bin",
  libraries: "libraries.bin",
};

async function digest(path: string) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * Captures the snapshot as `cargo xtask runtime` does. Returns the SHA-256 of each file by role.
 *
 * @param environment variables that are set in addition
 */
async function take(
  job: Job,
  environment: Record<string, string>,
): Promise<Record<string, string>> {
  const target = mkdtempSync(join(tmpdir(), "insitu-snapshot-"));
  try {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", join(project, "xtask/scripts/snapshot.mjs")],
      {
        env: { ...process.env, ...environment },
        stdio: ["pipe", "ignore", "pipe"],
      },
    );
    let errors = "";
    child.stderr.on("data", (text) => (errors += text));
    child.stdin.end(JSON.stringify({ ...job, target }));
    const code = await new Promise((resolve) => child.on("close", resolve));
    if (code !== 0) throw new Error(errors.slice(-2000));
    return Object.fromEntries(
      await Promise.all(
        Object.entries(FILES).map(async ([role, name]) => [role, await digest(join(target, name))]),
      ),
    );
  } finally {
    rmSync(target, { recursive: true });
  }
}

describe("the snapshot", needsRuntime, () => {
  const folder = mkdtempSync(join(tmpdir(), "insitu-harness-"));
  const harness = join(folder, "harness.zip");
  after(() => rmSync(folder, { recursive: true }));
  let first: Record<string, string>;
  let second: Record<string, string>;
  let published: Record<string, string>;

  before(async () => {
    execFileSync("python3", [
      join(project, "xtask/scripts/pack.py"),
      join(project, "web/kernel/harness/insitu"),
      harness,
    ]);
    const runtime = JSON.parse(
      readFileSync(join(project, "runtime/packages.json"), "utf8"),
    ) as Manifest;
    const job = {
      core: {
        ...Object.fromEntries(runtime.core.map(({ role, asset }) => [role, pathOf(asset)])),
        harness,
      },
      packages: runtime.packages.map(({ name, asset, upFront }) => ({
        name,
        path: pathOf(asset),
        upFront,
      })),
      absent: JSON.parse(readFileSync(join(project, "runtime/absent.json"), "utf8")),
    };
    published = Object.fromEntries(
      Object.keys(FILES).map((role) => [role, coreAsset(role).sha256]),
    );
    [first, second] = await Promise.all([
      take(job, { TZ: "UTC", LANG: "C.UTF-8", HOME: "/root" }),
      take(job, {
        TZ: "Asia/Kolkata",
        LANG: "de_DE.UTF-8",
        HOME: "/home/other",
        TMPDIR: folder,
        NODE_OPTIONS: `--import=${AHEAD}`,
      }),
    ]);
  });

  test("is the same each time, also at another time, in another zone, language and folder", () => {
    assert.deepEqual(second, first);
  });

  test("is the published one", async (t) => {
    const packed = coreAsset("harness").sha256;
    if ((await digest(harness)) !== packed)
      return t.skip(
        "the harness has changed since; `cargo xtask runtime` captures the snapshot again",
      );
    assert.deepEqual(first, published);
  });
});
