// The menu of models with the settings of a session, loaded when it is first opened.

export { showMenu } from "./menu.js";
export { surface } from "./surface.js";
