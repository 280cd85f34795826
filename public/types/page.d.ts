// The globals that the page's document defines: `app/src/shell.rs`, `frontend/src/automation.rs`, `public/runtime/main.js`. `docs/automation.md` describes
// `window.insitu`. Each is declared as it is once the page has started, except for `insituHighlight`, which may never be loaded.

import type { JudgedProbe } from "../dialogs/egress.js";
import type { Runtime } from "../runtime/runtime.js";
import type { JsonValue, Mounted, Outcome, Shown, Start } from "./kernel";

/** A column, by its name or its position. */
export type ColumnName = string | number;

/** One key of a sort order. */
export interface SortKey {
  column: ColumnName;
  descending?: boolean;
}

/** The ways of comparing a cell. */
export type Op = "contains" | "equals" | "atLeast" | "atMost" | "missing" | "present";

/** A condition that a row has to meet. */
export interface Condition {
  column: ColumnName;
  /** `equals` by default. */
  op?: Op;
  value?: JsonValue;
}

/** Which rows of a table, in which order. */
export interface View {
  sort?: ColumnName | SortKey | Array<ColumnName | SortKey>;
  filter?: string | Condition | Array<string | Condition>;
  search?: string;
}

/** The options of `Insitu.table`. */
export interface WindowOptions extends View {
  offset?: number;
  limit?: number;
  stats?: boolean;
  whole?: boolean | ColumnName | null;
}

/** The statistics of a column over the rows that match. */
export interface ColumnStats {
  missing: number;
  distinct: number;
  min: JsonValue;
  max: JsonValue;
  /** Whether there are more distinct values than `distinct`. */
  more?: boolean;
  /** A histogram between `min` and `max`. */
  bins: number[] | null;
  /** The rows that `bins` counts, where not all. */
  sampled?: number;
  /** The most frequent values, and how many there are of each. */
  top: Array<[value: string, count: number]>;
}

/** A window of a table. */
export interface TableWindow {
  columns: string[];
  types: string[];
  indexColumns: number;
  offset: number;
  rows: JsonValue[][];
  /** Rows that match. */
  totalRows: number;
  /** Rows in all. */
  allRows: number;
  /** With `whole`: cells of which only the beginning was sent. */
  cut?: Array<{ column: number; length: number }>;
  stats: ColumnStats[] | null;
}

/** A turn that is complete. */
export interface Turn {
  /** Markdown. */
  answer: string;
  steps: Array<{ purpose: string; code: string; outcome: Outcome | null; refused: string | null }>;
  stopped: null | "limit" | "user" | "error";
  message: string | null;
}

/** The content of a document. */
export interface Preview {
  results: Shown[];
  message: string | null;
}

/** The page's interface for scripts. */
export interface Insitu {
  readonly ready: Promise<void>;
  startup(): { from: Start; why: string | null };
  addFile(file: File): Promise<Mounted>;
  run(code: string, options?: { timeoutMs?: number }): Promise<Outcome>;
  ask(text: string): Promise<Turn>;
  interrupt(): void;
  restart(): Promise<void>;
  selfTest(target?: string): Promise<JudgedProbe[]>;
  table(resultId: string, options?: WindowOptions): Promise<TableWindow>;
  saveTable(resultId: string, options?: View & { format?: "csv" | "xlsx" }): Promise<File>;
  saveVector(resultId: string): Promise<File>;
  preview(path: string): Promise<Preview>;
}

/** The functions of the lazy module (`lazy_module/src/lib.rs`). Most take and return JSON. */
export interface LazyModule {
  default(options: { module_or_path: string }): Promise<unknown>;
  reply(input: string): string;
  suggestions(files: string): string;
  abilities(): string;
  chart(json: string): string;
  specification(json: string): string;
  page(html: string): string;
  markdown(source: string): string;
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
  /** Shows a result of the running step. */
  var insituLive: (json: string) => void;
  /** Splits Python source into `[class, text, class, text, …]`, once its module is loaded. */
  var insituHighlight: typeof import("../highlight/main.js").tokens | undefined;
  /** The pieces of Python that were executed, in order. */
  var insituCode: string[];
  /** Reports that the page's program has failed. */
  var insituFailed: (message: string) => void;
  /** The lazy module, which is loading. */
  var insituLazyModule: Promise<LazyModule>;
}
