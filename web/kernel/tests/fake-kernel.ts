// A kernel with a fake interpreter, and the golden messages to send it.

import { readFileSync } from "node:fs";

import { createKernel } from "../worker/kernel.ts";
import { encode } from "../worker/message.ts";
import type { Notice, Offer, Reply, Request } from "../../generated/kernel.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { Attachment, BootOrder as Order } from "../worker/kernel.ts";

export const GOLDEN = new URL("../../../crates/kernel/golden/", import.meta.url);

/** The messages by their folder. */
type Golden = { request: Request; reply: Reply; notice: Notice; offer: Offer };

type Kind = "table" | "save" | "preview" | "vectors";

/** A reply or a notice. */
type Posted = { type: string; id?: number; message?: string | null };

/**
 * Reads a golden message.
 *
 * @param variant what follows in the name of the file
 */
export const golden = <Folder extends keyof Golden, Name extends Golden[Folder]["type"]>(
  folder: Folder,
  name: Name,
  variant = "",
): Extract<Golden[Folder], { type: Name }> =>
  JSON.parse(readFileSync(new URL(`${folder}/${name}${variant}.json`, GOLDEN), "utf8"));

const ANSWERS = {
  table: "tabled",
  save: "saved",
  preview: "previewed",
  vectors: "vectored",
} as const;
export const OUTCOME = golden("reply", "executed").outcome;

/**
 * Makes a kernel with a fake interpreter, and records what it does.
 *
 * @param overrides members of the interpreter
 * @param read reads an attachment
 * @param wants awaits what the interpreter needs for its start
 * @param prepare prepares an attachment
 */
export function fakeKernel(
  overrides: Partial<Interpreter> = {},
  read: (file: Blob) => Promise<any> = async (file) => file.arrayBuffer(),
  wants: (order: Order) => Promise<void> = async () => {},
  prepare: (file: Blob) => Promise<void> = async () => {},
) {
  const posted: { message: Posted; attachments: Attachment[] }[] = [];
  const died: Error[] = [];
  const seen: any[][] = [];
  let now = 0;
  const kernel = createKernel({
    boot: async (order) => {
      seen.push(["boot", order]);
      await wants(order);
      return {
        start: "snapshot",
        pyodide: "314.0.3",
        python: "3.14.2",
        interruptible: true,
        load: (wheels: { name: string }[]) => seen.push(["load", wheels.map(({ name }) => name)]),
        install: ({ name }: { name: string }, archive: Blob) =>
          seen.push(["install", name, archive.size]),
        mount: (name: string, file: Blob) => ({
          name,
          path: `/data/${name}`,
          bytes: file.size,
        }),
        unmount: (path: string) => seen.push(["unmount", path]),
        imports: () => ["torch"],
        execute: async (code: string, how: object) => {
          order.stream("stdout", "reading\n");
          seen.push(["execute", code, how]);
          return { outcome: OUTCOME, files: [] };
        },
        check: () => null,
        restore: (name: string, content: ArrayBuffer) =>
          seen.push(["restore", name, content.byteLength]),
        requireIntegers: () => {},
        inside: "python",
        profile: () => golden("reply", "profiled").profile,
        answer: (kind: Kind, request: object) => {
          seen.push([kind, request]);
          const { type, id, ...fields } = golden("reply", ANSWERS[kind]);
          return { fields, files: kind === "save" || kind === "vectors" ? [new Blob(["x"])] : [] };
        },
        read: async () => new ArrayBuffer(3),
        ...overrides,
      } as any;
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
  const send = (message: object, attachments: Attachment[] = []) =>
    kernel.receive(encode(message, attachments).packet);
  return { send, posted, died, seen, receive: kernel.receive };
}

export const files = (count: number) => Array.from({ length: count }, () => new Blob(["x"]));

export async function booted(overrides?: Partial<Interpreter>) {
  const fake = fakeKernel(overrides);
  await fake.send(golden("request", "boot"), files(6));
  fake.posted.length = 0;
  return fake;
}
