// What the page wants seldom and so loads late: files in bulk, and two dialogs.

export { walk, zip } from "./bulk.js";
export { askLine, takeBack } from "./line.js";
export { showSeal } from "./seal.js";
