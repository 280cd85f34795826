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
    { class: "version-offer", role: "status", "data-testid": "version-offer" },
    element("p", {}, "A newer version of this page is ready. What is stored stays; what runs now would be stopped."),
    element("button", { type: "button", class: "main", click: () => use() }, "Load it now"),
    element("button", { type: "button", click: () => bar.remove() }, "Later"),
  );
  document.body.append(bar);
}
