// Offers a newer version of the page.

import { element } from "./element.js";

/**
 * Shows the offer, unless it is shown already. It stays until the user decides.
 *
 * @param {() => void} use loads the newer version
 */
export function offerVersion(use) {
  if (document.querySelector(".version-offer")) return;
  const bar = element(
    "div",
    { class: "notice version-offer", role: "status", "data-testid": "version-offer" },
    element("p", { class: "notice-text" }, "A newer version of this page is ready. What is stored stays; what runs now would be stopped."),
    element("button", { type: "button", class: "button is-main", click: () => use() }, "Load it now"),
    element("button", { type: "button", class: "button is-quiet", click: () => bar.remove() }, "Later"),
  );
  // With the other notices, where it covers nothing.
  document.querySelector(".notices")?.before(bar);
}
