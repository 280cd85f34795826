// The views of results, which the page loads with the first result.

export { render } from "../render/host.js";
export { live } from "./live.js";
export { preview } from "./preview.js";
export { useReaders } from "./readers.js";
export { show } from "./show.js";
