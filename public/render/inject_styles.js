// Rules of a style for the whole document.

/** @param {string} rules */
export function injectStyles(rules) {
  const style = document.createElement("style");
  style.textContent = rules;
  document.head.append(style);
}
