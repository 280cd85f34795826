// What the page wants seldom and so loads late: files in bulk, two dialogs, questions of scripts, and pictures for models.

export { walk, zip } from "./bulk.js";
export { preview, saveTable, saveVector, table } from "./data.js";
export { askLine, takeBack } from "./line.js";
export { exitTarget, judge } from "./exits.js";
export { showSeal } from "./seal.js";
export { shrink } from "./shrink.js";
