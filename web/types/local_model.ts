// The data of `web/local_model`.

import type { EgressProbe } from "../generated/kernel.ts";
import type { Layout } from "../local_model/slot.ts";

/** What the header of a GGUF file says. What it does not say is null, or an empty text. */
export interface Header {
  architecture: string;
  name: string;
  /** The chat template, in Jinja. */
  template: string;
  /** The window with which the model was trained, in tokens. */
  trained: number | null;
  /** Into how many files it is split. */
  parts: number;
  tensors: number;
  parameters: number;
  layers: number | null;
  /** The lengths of a token's vector, and of that between. */
  width: number | null;
  inner: number | null;
  /** How many words the tokenizer has. */
  words: number | null;
  keyValueHeads: number | null;
  keyLength: number | null;
  valueLength: number | null;
}

/** A model that was chosen and can be loaded. */
export interface Candidate {
  files: File[];
  handles: FileSystemFileHandle[];
  /** The file's name without its ending. */
  label: string;
  header: Header;
  /** Of all files, in bytes. */
  size: number;
  window: number;
  /** An estimate, in bytes. */
  memory: number;
}

/** A model that is loaded. */
export interface Loaded extends Omit<Candidate, "files" | "handles"> {
  id: string;
  engine: Engine;
  /** The hashes of its files, see `web/local_model/kept.ts`; null if they cannot be read. */
  hashes: Promise<string[] | null>;
}

/** The engine in its frame. */
export interface Engine {
  threads: number;
  /** The SHA-256 of llama.cpp's build, empty if the page cannot compute it. */
  build: string;
  /**
   * Has the model read what each session begins with, before any question, which wait for it; null
   * if it did not. `state` is what came of it.
   */
  begin(
    body: string,
    state: Promise<ArrayBuffer | null>,
  ): Promise<{ begun: Begun; state: ArrayBuffer | null } | null>;
  /** Asks the model; the chunks of its answer are those of Chat Completions. */
  ask(body: string, signal: AbortSignal): ReadableStream<Uint8Array>;
  /** Ends it, and frees its memory. */
  close(): void;
  /** Tries every exit of its frame and of its worker. */
  tryExits(target: string): Promise<EgressProbe[]>;
  /** Resolves with a sentence when it has ended by itself. */
  ended: Promise<string>;
}

/**
 * How the model has read what each session begins with: by the kept state, or by its text; and how
 * many tokens that has.
 */
export interface Begun {
  by: "state" | "text";
  tokens: number;
}

/** Where the page is with a model of this tab. */
export type State =
  | { is: "none"; problem: string }
  | { is: "downloading"; name: string; come: number; bytes: number }
  | { is: "comparing"; name: string; come: number; bytes: number }
  | { is: "checking"; name: string }
  | { is: "checked"; candidate: Candidate }
  | { is: "loading"; candidate: Candidate }
  | { is: "ready"; model: Loaded };

/** What the page's frame sends its worker. */
export type ToWorker =
  | {
      id: number;
      load: {
        wasm: ArrayBuffer;
        glue: ArrayBuffer | undefined;
        layout: Layout | undefined;
        files: File[];
        window: number;
        batch: number;
        threads: number;
      };
    }
  | { id: number; begin: { body: string; state: ArrayBuffer | null } }
  | { id: number; ask: string }
  | { id: number; tryExits: string }
  | { id: number; stop: true }
  | { id: number; piece: ArrayBuffer | null };

/**
 * What the worker sends back; the last of each id is not `chunk`. With `read` it asks for a piece
 * of a file that it cannot read.
 */
export type FromWorker = { id: number } & (
  | { read: { file: number; from: number; to: number } }
  | { loaded: { threads: number } }
  | { begun: Begun; state: ArrayBuffer | null }
  | { chunk: string }
  | { done: true }
  | { probes: EgressProbe[] }
  | { failed: string }
);

declare global {
  /** llama.cpp as Emscripten has it, in the engine's own worker. */
  var Module: {
    wasmMemory: WebAssembly.Memory;
    FS: {
      lookupPath(path: string): { node: { usedBytes: number } };
      readFile(path: string): Uint8Array<ArrayBuffer>;
      writeFile(path: string, bytes: Uint8Array): void;
      unlink(path: string): void;
    };
  };
}

/** A request that is ready: the page records it, and then has it sent. */
export interface Prepared {
  to: string;
  body: string;
  /** Sends it, and resolves when the answer begins: events of Chat Completions. */
  send(signal: AbortSignal): Promise<{ bytes: ReadableStream<Uint8Array> }>;
}
