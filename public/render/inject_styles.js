// Adds style rules to the document.

/** @param {string} rules */
export function injectStyles(rules) {
  const style = document.createElement("style");
  style.textContent = rules;
  document.head.append(style);
}
