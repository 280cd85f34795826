// The Python of the completion from the live interpreter, loaded when an editor is opened
// (`frontend/src/code_help.rs`).

import loader from "./python/loader.py";
import calls from "./python/insitu_completion/calls.py";
import completion from "./python/insitu_completion/completion.py";
import answers from "./python/insitu_completion/request.py";
import text from "./python/insitu_completion/text.py";
import values from "./python/insitu_completion/values.py";

export { loader };

/** Name, source, name, source, …: each module after those that it imports. */
export const modules = [
  "text",
  text,
  "values",
  values,
  "calls",
  calls,
  "completion",
  completion,
  "request",
  answers,
];
