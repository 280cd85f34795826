// What the page wants seldom and so loads late: files in bulk, two dialogs, questions of scripts, and pictures for models.

export { walk, zip } from "./archive.js";
export { preview, saveTable, saveVector, table } from "./data.js";
export { askLine, takeBack } from "./stdin.js";
export { exitTarget, judge } from "./egress.js";
export { showSeal } from "./seal.js";
export { shrink } from "./shrink.js";
