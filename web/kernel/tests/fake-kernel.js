// A kernel with a fake interpreter, and the golden messages to send it.

import { readFileSync } from "node:fs";

import { createKernel } from "../worker/kernel.js";
import { encode } from "../worker/message.js";

export const GOLDEN = new URL("../../../crates/kernel/golden/", import.meta.url);

/**
 * @typedef {import("../../generated/kernel").Request} Request
 * @typedef {import("../../generated/kernel").Reply} Reply
 * @typedef {import("../../generated/kernel").Notice} Notice
 * @typedef {import("../../generated/kernel").Offer} Offer
 * @typedef {import("../../generated/kernel").Outcome} Outcome
 * @typedef {{ request: Request, reply: Reply, notice: Notice, offer: Offer }} Golden the messages
 *   by their folder
 * @typedef {import("../worker/kernel.js").Attachment} Attachment
 * @typedef {import("../worker/kernel.js").BootOrder} Order
 * @typedef {import("../worker/interpreter.js").Interpreter} Interpreter
 * @typedef {"table" | "save" | "preview" | "vectors"} Kind
 * @typedef {{ type: string, id?: number, message?: string | null }} Posted a reply or a notice
 */

/**
 * Reads a golden message.
 *
 * @template {keyof Golden} Folder
 * @template {Golden[Folder]["type"]} Name
 * @param {Folder} folder
 * @param {Name} name
 * @param {string} [variant] what follows in the name of the file
 * @returns {Extract<Golden[Folder], { type: Name }>}
 */
export const golden = (folder, name, variant = "") =>
  JSON.parse(readFileSync(new URL(`${folder}/${name}${variant}.json`, GOLDEN), "utf8"));

const ANSWERS = /** @type {const} */ ({
  table: "tabled",
  save: "saved",
  preview: "previewed",
  vectors: "vectored",
});
export const OUTCOME = golden("reply", "executed").outcome;

/**
 * Makes a kernel with a fake interpreter, and records what it does.
 *
 * @param {Partial<Interpreter>} [overrides] members of the interpreter
 * @param {(file: Blob) => Promise<any>} [read] reads an attachment
 * @param {(order: Order) => Promise<void>} [wants] awaits what the interpreter needs for its start
 * @param {(file: Blob) => Promise<void>} [prepare] prepares an attachment
 */
export function fakeKernel(
  overrides = {},
  read = async (file) => file.arrayBuffer(),
  wants = async () => {},
  prepare = async () => {},
) {
  /** @type {{ message: Posted, attachments: Attachment[] }[]} */
  const posted = [];
  /** @type {Error[]} */
  const died = [];
  /** @type {any[][]} */
  const seen = [];
  let now = 0;
  const kernel = createKernel({
    boot: async (order) => {
      seen.push(["boot", order]);
      await wants(order);
      return /** @type {any} */ ({
        start: "snapshot",
        pyodide: "314.0.3",
        python: "3.14.2",
        interruptible: true,
        load: (/** @type {{ name: string }[]} */ wheels) =>
          seen.push(["load", wheels.map(({ name }) => name)]),
        install: (/** @type {{ name: string }} */ { name }, /** @type {Blob} */ archive) =>
          seen.push(["install", name, archive.size]),
        mount: (/** @type {string} */ name, /** @type {Blob} */ file) => ({
          name,
          path: `/data/${name}`,
          bytes: file.size,
        }),
        unmount: (/** @type {string} */ path) => seen.push(["unmount", path]),
        imports: () => ["torch"],
        execute: async (/** @type {string} */ code, /** @type {object} */ how) => {
          order.stream("stdout", "reading\n");
          seen.push(["execute", code, how]);
          return { outcome: OUTCOME, files: [] };
        },
        check: () => null,
        restore: (/** @type {string} */ name, /** @type {ArrayBuffer} */ content) =>
          seen.push(["restore", name, content.byteLength]),
        requireIntegers: () => {},
        inside: "python",
        profile: () => golden("reply", "profiled").profile,
        answer: (/** @type {Kind} */ kind, /** @type {object} */ request) => {
          seen.push([kind, request]);
          const { type, id, ...fields } = golden("reply", ANSWERS[kind]);
          return { fields, files: kind === "save" || kind === "vectors" ? [new Blob(["x"])] : [] };
        },
        read: async () => new ArrayBuffer(3),
        ...overrides,
      });
    },
    post: (message, attachments = []) => posted.push({ message, attachments }),
    clock: () => (now += 3.5),
    files: { read, prepare },
    die: (error) => died.push(error),
    runEgressProbes: async (inside, target) => {
      seen.push(["selfTest", inside, target]);
      return golden("reply", "selfTested").probes;
    },
  });
  const send = (/** @type {object} */ message, /** @type {Attachment[]} */ attachments = []) =>
    kernel.receive(encode(message, attachments).packet);
  return { send, posted, died, seen, receive: kernel.receive };
}

export const files = (/** @type {number} */ count) =>
  Array.from({ length: count }, () => new Blob(["x"]));

/** @param {Partial<Interpreter>} [overrides] */
export async function booted(overrides) {
  const fake = fakeKernel(overrides);
  await fake.send(golden("request", "boot"), files(6));
  fake.posted.length = 0;
  return fake;
}
