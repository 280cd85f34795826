// The state of the engine after a prompt: llama.cpp's server has tasks that write it to a file and
// read it back, wllama has no order for them. So an ordinary task that waits in the engine's queue
// is made one of them, in the engine's memory. Where the fields of a task are depends on the build:
// each is known by its SHA-256, and no other is touched.

/**
 * Where a task has its fields, in bytes after the text of its prompt, which is a string like
 * `filename`, and what the two kinds are called.
 */
export type Layout = {
  string: number;
  kind: number;
  slot: number;
  filename: number;
  save: number;
  restore: number;
};

const KINDS = { save: 12, restore: 13 };

/** The layouts, by the SHA-256 of the WebAssembly. */
export const LAYOUTS: Readonly<Record<string, Layout>> = {
  // @wllama/wllama 3.13.0
  "79ac5be917b71d50571a4f584436a9f6baf6b6e57719d094ed8bd950e9a65780": {
    string: 24,
    kind: 48,
    slot: 56,
    filename: 64,
    ...KINDS,
  },
  // @wllama/wllama-compat 3.13.0
  "35df8c1e2f7dbd74b8e8b01054fb9f1fbe86cf566945fbf4cef3965855a8b92e": {
    string: 12,
    kind: 24,
    slot: 28,
    filename: 32,
    ...KINDS,
  },
};

/**
 * The largest state that is saved, in bytes: some 2,000 tokens of a model with 1.5 billion
 * parameters.
 */
export const MAX_STATE_BYTES = 64 << 20;

/**
 * How long the text is that finds the task: what a string of the 32-bit build holds within itself.
 */
const MARK = 10;

/** The engine's worker, as far as it is used here. */
export type Nested = {
  before: (action: string, message: object) => void;
  ask: (message: object) => Promise<{ state?: ArrayBuffer | null }>;
};

/** What makes a task. */
type Complete = (options: { prompt: string; max_tokens: number }) => Promise<any>;

/**
 * Runs in the engine's worker, before its script, and answers orders: `give` leaves a state for the
 * engine, `drop` removes it, `take` returns the one that the engine has saved, and `change` changes
 * the task that waits.
 *
 * @param limit of a state, in bytes
 */
export function serveStates(layout: Layout, limit: number) {
  const path = "/s";
  let given: Uint8Array<ArrayBuffer> = new Uint8Array();
  const post = self.postMessage.bind(self);
  // If the engine reads its files piece by piece, it asks for those of this one too.
  self.postMessage = (message: any, transfer: any) => {
    const [name, from, length] = message?.verb === "fs.read_req" ? message.args : [];
    if (name !== path) return post(message, transfer);
    const piece = given.slice(from, from + length).buffer;
    self.dispatchEvent(
      new MessageEvent("message", { data: { verb: "fs.read_res", args: [piece] } }),
    );
  };
  const change = (kind: number, mark: string) => {
    const { string } = layout;
    const bytes = new Uint8Array(Module.wasmMemory.buffer);
    const words = new Int32Array(bytes.buffer);
    const text = new TextEncoder().encode(mark);
    const [first, second] = new Int32Array(text.slice(0, 8).buffer);
    const zero = (from: number, to: number) => bytes.subarray(from, to).every((byte) => byte === 0);
    // The newest memory is last.
    for (let word = words.length - 2; word >= 0; word -= 1) {
      if (words[word] !== first || words[word + 1] !== second) continue;
      const at = 4 * word;
      // The last byte of a short string is its length. No files and no names follow, and a
      // completion is of kind 0.
      if (
        bytes[at + string - 1] !== text.length ||
        text.some((byte, place) => bytes[at + place] !== byte)
      )
        continue;
      if (
        !zero(at + string, at + layout.kind + 4) ||
        !zero(at + layout.filename, at + layout.filename + 2 * string)
      )
        continue;
      words[(at + layout.kind) / 4] = kind;
      words[(at + layout.slot) / 4] = 0;
      const file = at + layout.filename + string;
      bytes.set(new TextEncoder().encode(path), file);
      bytes[file + string - 1] = path.length;
      return;
    }
  };
  const take = () => {
    try {
      const { usedBytes } = Module.FS.lookupPath(path).node;
      return usedBytes > limit ? null : Module.FS.readFile(path).slice().buffer;
    } catch {
      return null;
    } finally {
      remove();
    }
  };
  const remove = () => {
    given = new Uint8Array();
    try {
      Module.FS.unlink(path);
    } catch {
      // There is none.
    }
  };
  self.addEventListener("message", (event) => {
    const { insitu, state, kind, mark } = event.data ?? {};
    if (insitu === "change") change(kind, mark);
    else if (insitu === "give") {
      given = new Uint8Array(state);
      Module.FS.writeFile(path, given);
      post({ insitu: "answer" });
    } else if (insitu === "drop") {
      remove();
      post({ insitu: "answer" });
    } else if (insitu === "take") {
      const state = take();
      post({ insitu: "answer", state }, (state ? [state] : []) as WindowPostMessageOptions);
    } else return;
    event.stopImmediatePropagation();
  });
}

/**
 * Saves the engine's state; returns it with the number of its tokens, and null if that did not
 * work.
 */
export async function save(
  { save }: Layout,
  nested: Nested,
  complete: Complete,
): Promise<{ tokens: number; state: ArrayBuffer } | null> {
  const result = await changed(save, nested, complete);
  const { state } = await nested.ask({ insitu: "take" });
  const tokens = result?.n_saved;
  return state && Number.isSafeInteger(tokens) && result.n_written === state.byteLength
    ? { tokens, state }
    : null;
}

/**
 * Restores a state; returns the number of its tokens, which is 0 if the engine has refused it.
 */
export async function restore(
  { restore }: Layout,
  nested: Nested,
  complete: Complete,
  state: ArrayBuffer,
): Promise<number> {
  await nested.ask({ insitu: "give", state });
  const result = await changed(restore, nested, complete);
  await nested.ask({ insitu: "drop" });
  return result?.n_read === state.byteLength && result.n_restored > 0 ? result.n_restored : 0;
}

/** Has the engine carry out a task of another kind than it was asked for. */
function changed(kind: number, nested: Nested, complete: Complete) {
  const mark = Array.from(crypto.getRandomValues(new Uint8Array(MARK)), (byte) =>
    String.fromCharCode(97 + (byte % 26)),
  ).join("");
  nested.before("get_result", { insitu: "change", kind, mark });
  return complete({ prompt: mark, max_tokens: 1 });
}
