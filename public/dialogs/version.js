// Offers another version of the page: a newer one, or the server's in place of the stored one.

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
    element(
      "p",
      { class: "notice-text" },
      "A newer version of this page is ready. What is stored stays; what runs now would be stopped.",
    ),
    element(
      "button",
      { type: "button", class: "button is-main", click: () => use() },
      "Load it now",
    ),
    element(
      "button",
      { type: "button", class: "button is-quiet", click: () => bar.remove() },
      "Later",
    ),
  );
  // With the other notices, where it covers nothing.
  document.querySelector(".notices")?.before(bar);
}

/**
 * Says that the server cannot be reached, and offers to load its page again where there is a
 * network. The page stays as it is until the user decides.
 *
 * @param {() => Promise<boolean>} isThere returns whether the server answers
 * @param {() => void} load loads the server's page
 */
export function offerServer(isThere, load) {
  const note = element(
    "p",
    { class: "notice-text" },
    "The server cannot be reached; this is the page as your browser has stored it. The built-in planner, a model in this tab or an endpoint of yours can answer.",
  );
  const tryAgain = async () => {
    button.disabled = true;
    note.textContent = "Asking the server…";
    if (await isThere()) return load();
    note.textContent = "The server still cannot be reached. You can go on with the stored page.";
    show();
  };
  const button = element(
    "button",
    { type: "button", class: "button is-main", click: tryAgain },
    "Load the server's page",
  );
  const bar = element(
    "div",
    { class: "notice version-offer", role: "status", "data-testid": "server-absent" },
    note,
    button,
    element(
      "button",
      { type: "button", class: "button is-quiet", click: () => bar.remove() },
      "Close",
    ),
  );
  const show = () => {
    button.disabled = !navigator.onLine;
  };
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
  document.querySelector(".notices")?.before(bar);
}
