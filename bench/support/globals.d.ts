// Properties of a contender's global object that the benchmarks and their pages define.

import type { Answer } from "../pages/request-reply.js";
import type { Times } from "./timing.mjs";

declare global {
  interface Window {
    /** What a page other than Insitu's offers in place of `window.insitu`. */
    contender: { ready: Promise<unknown>, run(code: string): Promise<Answer> };
    /** See timing.mjs. */
    benchmark: { started: Promise<Times>, restart(): Promise<Times> };
    /** See first_visit.mjs. */
    dropped?: number;
    ask?: () => void;
    whenSeen: (until: string[]) => Promise<Record<string, number>>;
  }
}
