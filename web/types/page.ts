// What the page's document defines for its scripts and its program. `docs/automation.md` describes
// `window.insitu`. Each part is declared as it is once the page has started, except for
// `highlight`, which may never be loaded.

import type { Runtime } from "../runtime/runtime.ts";
import type { Insitu } from "../generated/automation.ts";

/** The page's own module (`frontend`). */
export interface PageModule {
  default(options: { module_or_path: string | BufferSource }): Promise<unknown>;
  hydrate(): void;
  /** SHA-256 of what comes in pieces, in lower-case hexadecimal. */
  Sha256: new () => { update(piece: Uint8Array): void; finish(): string };
}

/**
 * What `insitu.sessions.list` says of a session. Times are milliseconds since 1970; `bytes` is the
 * size of its records, outputs and copies of files.
 */
export interface ListedSession {
  id: string;
  title: string;
  created: number;
  changed: number;
  pinned: boolean;
  bytes: number;
  /** Whether this page shows it. */
  shown: boolean;
  /** Whether it does something in this page, or waits in it for the user. */
  computing: boolean;
}

/** `window.insitu.sessions`. Each function rejects with a sentence. */
export interface SessionsSurface {
  list(): Promise<ListedSession[]>;
  /**
   * Shows a stored session, and resolves when it is shown. What the one that is left computes goes
   * on.
   */
  open(id: string): Promise<void>;
  /** Shows a new session, and resolves when it is shown. */
  create(): Promise<void>;
  /** Deletes a session; the list of sessions offers to undo that. */
  remove(id: string): Promise<void>;
  /** Returns the session that is shown, or the one with this id, as a file. */
  exportAs(
    kind: "notebook" | "script" | "markdown" | "report" | "audit" | "insitu" | "insitu-with-data",
    id?: string,
  ): Promise<File>;
  /** Stores an `.insitu` file as a new session and returns its id. Nothing of it runs. */
  import(file: Blob): Promise<string>;
}

/** What `insitu.functions.list` says of a saved function. Times are milliseconds since 1970. */
export interface ListedFunction {
  name: string;
  /** Its name and parameters, without the values of defaults. */
  signature: string;
  docstring: string;
  source: string;
  created: number;
  changed: number;
}

/** `window.insitu.functions`. Each function rejects with a sentence. */
export interface FunctionsSurface {
  list(): Promise<ListedFunction[]>;
  /**
   * Saves a function for all sessions: imports, and one definition. One of its name is replaced
   * with `replace` only.
   */
  save(source: string, options?: { replace?: boolean }): Promise<ListedFunction>;
  remove(name: string): Promise<void>;
}

/** What `insitu.models.list` says of a model. What is not known is null. */
export interface ListedModel {
  id: string;
  label: string;
  /**
   * Where it runs: in this page, at an endpoint that the page asks without this server, on the
   * machine of the server, or elsewhere.
   */
  place: "page" | "direct" | "machine" | "elsewhere";
  provider: string;
  /** With its port. */
  host: string;
  /** Whether it answers the next question. */
  chosen: boolean;
  tools: boolean | null;
  /** Whether it sees figures. */
  images: boolean;
  /** Whether it can think before it answers, so that it takes a reasoning effort. */
  reasoning: boolean;
  /** Whether it is known to write code blocks instead of tool calls. */
  codeBlocks: boolean;
  /** Tokens of its window and of an answer. */
  window: number | null;
  maxOutput: number | null;
  parameters: number | null;
  /** For a million tokens. */
  price: {
    input: number;
    cached_input: number | null;
    cache_write: number | null;
    output: number;
    currency: string;
  } | null;
}

/** What the test of a connection has found. */
export interface ConnectionTest {
  /** Milliseconds to the first piece of the reply; null if none came. */
  ms: number | null;
  /** Whether it called the tool that it was offered; null if it was offered none. */
  called: boolean | null;
  /** Why it does not answer, as a sentence. */
  error: string | null;
}

/**
 * How the models of a session are asked; null is the default of the model, and for `steps` of the
 * page.
 */
export interface SessionSettings {
  /** From 0 to 2. */
  temperature: number | null;
  effort: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | null;
  /** From 1 to 50. */
  steps: number | null;
  /** Added to the system prompt; at most 4,000 characters. */
  instructions: string;
}

/** `window.insitu.models`. Each function rejects with a sentence. */
export interface ModelsSurface {
  /** Returns the models that are offered now. */
  list(): Promise<ListedModel[]>;
  /** Chooses the model that answers from the next question on. */
  choose(id: string): Promise<void>;
  /** Sends a tiny request to a model; none of the user's data is in it. */
  test(id: string): Promise<ConnectionTest>;
}

/** `window.insitu.settings`. Each function rejects with a sentence. */
export interface SettingsSurface {
  get(): Promise<SessionSettings>;
  /** Sets some of them, from the next question on. */
  set(changes: Partial<SessionSettings>): Promise<void>;
}

/**
 * The functions of the export module (`export_module/src/lib.rs`): sessions written down, session
 * files, and wheels. A function that fails throws an error with a sentence for the user.
 */
export interface ExportModule {
  default(options: { module_or_path: string }): Promise<unknown>;
  needs(kind: string, log: string): string;
  exportAs(
    kind: string,
    log: string,
    find: (sha256: string) => Uint8Array | undefined,
    interpreter: string,
  ): string;
  packFile(log: string, blobs: (string | Uint8Array)[], files: (string | Uint8Array)[]): Uint8Array;
  unpackFile(file: Uint8Array): {
    manifest: string;
    log: string;
    damage: string[];
    blobs: any[];
    files: any[];
  };
  /**
   * `facts` is the JSON of `Facts` in `kernel::wheels`, `archive` the wheel's files as
   * the kernel takes them.
   */
  inspectWheel(
    name: string,
    wheel: Uint8Array,
    manifest: string,
    index: Uint8Array,
    dropped: string,
  ): { facts: string; archive: Uint8Array };
}

/** What the export module does for the page, see `web/exporting`: in a worker. */
export interface ExportJobs {
  needs(kind: string, log: string): string;
  /** `blobs` has the bytes by their SHA-256. */
  exportAs(
    kind: string,
    log: string,
    blobs: Map<string, Uint8Array>,
    interpreter: string,
  ): Uint8Array;
  packFile: ExportModule["packFile"];
  unpackFile: ExportModule["unpackFile"];
  inspectWheel: ExportModule["inspectWheel"];
}

/**
 * The jobs as the page runs them: bytes are blobs. A promise of one that fails rejects with a
 * sentence for the user. `close` ends all of them.
 */
export interface Exports {
  needs(kind: string, log: string): Promise<string>;
  exportAs(kind: string, log: string, blobs: Map<string, Blob>, interpreter: string): Promise<Blob>;
  packFile(log: string, blobs: (string | Blob)[], files: (string | Blob)[]): Promise<Blob>;
  unpackFile(file: Blob): Promise<Unpacked>;
  inspectWheel(
    name: string,
    wheel: Blob,
    manifest: string,
    index: Blob,
    dropped: string,
  ): Promise<{ facts: string; archive: Blob }>;
  close(): void;
}

/**
 * What a session file contains; `blobs` is media type and bytes of each, `files` name, media type
 * and bytes.
 */
export interface Unpacked {
  manifest: string;
  log: string;
  damage: string[];
  blobs: any[];
  files: any[];
}

/**
 * The page around this one, if it receives a session's turns: `to` names it, for the ledger, or
 * is null if it receives none any more; `send` hands it a complete turn as JSON; `fileAdded` is
 * called with every file that is added, and with those that were added before.
 */
export interface Receiver {
  to(): string | null;
  send(turn: string): void;
  fileAdded(file: File, name: string): void;
}

/**
 * What the page's scripts and its program share: the one global of theirs beside `insitu`. Defined
 * by the document's scripts (`app/src/shell.rs`, `web/runtime`, `web/static_host`);
 * `happened`, the offers and `beginEmbedded` by the program, `tabModels` by `web/local_model`.
 */
export interface PageParts {
  /**
   * The handles of files that were dropped or picked and that no session has taken yet; see
   * `web/runtime/handles.ts`.
   */
  handles: Promise<FileSystemHandle | null>[];
  /**
   * Reports what has happened, for `insitu.events`: a type, an id and a state, see
   * `Happening::reported` in `crates/kernel/src/automation`. Nothing else is taken.
   */
  happened: ((type: string, id: number | null, state?: string) => void) | undefined;
  /**
   * What the browser stores of the page, see `web/static_host/offline.ts`; undefined if it
   * may not.
   */
  offline: Insitu["offline"] | undefined;
  /**
   * Begins a session whose turns the page around this one receives, see `web/embedding`.
   */
  beginEmbedded: (
    receiver: Receiver,
  ) => Promise<{ insitu: Insitu; notify: (message: string, noProblem?: boolean) => void }>;
  /**
   * The runtime, with Python's memory in bytes on a device that has little (0 on others), and
   * whether touch is the only pointing device.
   */
  runtime: Runtime & { little: number; touch: boolean };
  /** Offers a newer version of the page, which `load` loads. */
  offerVersion: (load: () => void) => void;
  /**
   * Says that the server cannot be reached, and offers to load its page again; `isThere` returns
   * whether the server answers.
   */
  offerServer: (isThere: () => Promise<boolean>, load: () => void) => void;
  /** Imports the module of the widgets that show results. */
  results: () => Promise<typeof import("../results/main.ts")>;
  /** Imports the completion for editors. */
  console: () => Promise<typeof import("../console/main.ts")>;
  /** Imports the code editor. */
  editor: () => Promise<typeof import("../editor/main.ts")>;
  /** Imports the module of the storage for sessions; `storage.ts` describes it. */
  storage: () => Promise<typeof import("../storage/main.ts")>;
  /** The origin that the page's policy admits besides its own; empty without one. */
  endpointOrigin: string;
  /**
   * Only if a static host serves the page, see `web/static_host/first.ts`. `admit` lets the
   * next load of the page connect to an origin; an empty one to none.
   */
  static: { admit(origin: string): void } | undefined;
  /** Imports the module that has the key of the user's endpoint, and asks that from the page. */
  endpoint: () => Promise<typeof import("../endpoint/main.ts")>;
  /** Imports the module that runs a model from a file in this tab. */
  localModel: () => Promise<typeof import("../local_model/main.ts")>;
  /** The model that is loaded in this tab, as a list in the form of `/v1/models`. */
  tabModels: string | undefined;
  /** Starts the worker of the exports, when a session is exported or opened from a file. */
  exports: () => Promise<Exports>;
  /** Imports the highlighter and leaves its function in `highlight`. */
  highlighter: (() => Promise<void>) | undefined;
  /** Splits Python source into `[class, text, class, text, …]`, once its module is loaded. */
  highlight: typeof import("../highlight/main.ts").tokens | undefined;
  /** The pieces of Python that were executed, in order, as cells of a Python file. */
  code: string[];
  /** Reports that the page's program has failed. */
  failed: (message: string) => void;
}

declare global {
  /** What only some browsers have, so that TypeScript does not know it. */
  interface Navigator {
    readonly deviceMemory?: number;
    readonly connection?: { readonly saveData?: boolean };
  }

  /** Only in browsers that support file handles. */
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
  interface Window {
    showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
  }

  /** The page's interface for scripts. */
  var insitu: Insitu;
  /** The export module, in its worker. */
  var insituExportModule: ExportModule &
    ((options: { module_or_path: ArrayBuffer }) => Promise<unknown>);
  /** See {@link PageParts}. */
  var insituPage: PageParts;
}
