// The globals that the page's document defines: `app/src/shell.rs`, `frontend/src/automation.rs`, `public/runtime/main.js`. `docs/automation.md` describes
// `window.insitu`. Each is declared as it is once the page has started, except for `insituHighlight`, which may never be loaded.

import type { Runtime } from "../runtime/runtime.js";
import type { Insitu } from "./automation";

/** The functions of the lazy module (`lazy_module/src/lib.rs`). Most take and return JSON. */
export interface LazyModule {
  default(options: { module_or_path: string }): Promise<unknown>;
  reply(input: string): string;
  suggestions(files: string): string;
  abilities(): string;
  chart(json: string): string;
  describe(json: string): string;
  specification(json: string): string;
  page(html: string): string;
  markdown(input: string): string;
}

declare global {
  /** What only some browsers have, so that TypeScript does not know it. */
  interface Navigator {
    readonly deviceMemory?: number;
    readonly connection?: { readonly saveData?: boolean };
  }

  /** The page's interface for scripts. */
  var insitu: Insitu;
  /** The runtime, with Python's memory in bytes on a device that has little (0 on others), and whether touch is the only pointing device. */
  var insituRuntime: Runtime & { little: number; touch: boolean };
  /** Imports the module of rarely used functions. */
  var insituDialogs: () => Promise<typeof import("../dialogs/main.js")>;
  /** Imports the module of the views of results. */
  var insituResults: () => Promise<typeof import("../results/main.js")>;
  /** Imports the code editor. */
  var insituEditor: () => Promise<typeof import("../editor/main.js")>;
  /** Imports the module of the storage for sessions; `storage.d.ts` describes it. */
  var insituStorage: () => Promise<typeof import("../storage/main.js")>;
  /** Imports the highlighter and leaves its function in `insituHighlight`. */
  var insituHighlighter: (() => Promise<void>) | undefined;
  /** Splits Python source into `[class, text, class, text, …]`, once its module is loaded. */
  var insituHighlight: typeof import("../highlight/main.js").tokens | undefined;
  /** The pieces of Python that were executed, in order. */
  var insituCode: string[];
  /** Reports that the page's program has failed. */
  var insituFailed: (message: string) => void;
  /** The lazy module, which is loading. */
  var insituLazyModule: Promise<LazyModule>;
}
