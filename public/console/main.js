// Completion from the live interpreter, for the editors of the console and of a step's code. It is
// loaded when one of them is opened.

import loader from "./python/loader.py";
import calls from "./python/insitu_completion/calls.py";
import completion from "./python/insitu_completion/completion.py";
import answers from "./python/insitu_completion/request.py";
import text from "./python/insitu_completion/text.py";
import values from "./python/insitu_completion/values.py";
import { helper } from "./help.js";
import { loading } from "./request.js";

/**
 * Returns the completion and the signatures for editors.
 *
 * @param {() => boolean} isIdle whether nothing else runs and no turn is under way
 * @param {Pick<import("../types/automation").Insitu, "run">} insitu what runs code of the page's
 *   own in their session
 */
export function liveHelp(isIdle, insitu) {
  const load = loading(loader, [
    ["text", text],
    ["values", values],
    ["calls", calls],
    ["completion", completion],
    ["request", answers],
  ]);
  // Where an execution cannot be interrupted, its limit would end the interpreter, so the user's
  // own applies.
  const limits = (/** @type {number} */ timeoutMs) =>
    globalThis.crossOriginIsolated ? { timeoutMs } : {};
  return helper({
    isIdle,
    load,
    run: (code, timeoutMs) => insitu.run(code, { silent: true, ...limits(timeoutMs) }),
  });
}
