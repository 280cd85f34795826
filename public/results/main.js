// What Python showed, as views: the page loads this when the first result is there.

export { render } from "../render/host.js";
export { live } from "./live.js";
export { preview } from "./preview.js";
export { show } from "./show.js";
export { paint } from "./text.js";
