// Code that the page loads on first use: bulk files, dialogs, requests of scripts, and pictures for
// models.

export { walk, zip } from "./archive.js";
export { preview, saveTable, saveVector, table } from "./data.js";
export { exitTarget, judge } from "./egress.js";
export { showFailure } from "./failure.js";
export { shrink } from "./shrink.js";
export { offerServer, offerVersion } from "./version.js";
