// What the page is doing, as it shows it: whether a question is being answered or earlier code runs again, and whether the interpreter runs code.

/** Returns whether a turn is under way, or the code of the session runs again: the composer offers to stop it. */
export const isAnswering = () => document.querySelector("[data-testid='stop']:not([hidden])") !== null;

/** Returns whether the interpreter could run code at once. Code of the page's own does not count. */
export const isPythonIdle = () => document.querySelector("[data-testid='kernel-badge']")?.getAttribute("data-state") === "idle";
