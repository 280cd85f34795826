// Code that the page loads on first use: bulk files, dialogs, requests of scripts, and pictures for models.

export { walk, zip } from "./archive.js";
export { preview, saveTable, saveVector, table } from "./data.js";
export { askLine, takeBack } from "./stdin.js";
export { exitTarget, judge } from "./egress.js";
export { showFailure } from "./failure.js";
export { showSeal } from "./seal.js";
export { shrink } from "./shrink.js";
export { offerServer, offerVersion } from "./version.js";
