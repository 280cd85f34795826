// The button that ends the sign-in, where the server has one: it asks the server, since a proxy may have signed the user in, or nobody.

import { element } from "../dialogs/element.js";

/** The server's address for it: it answers with a document where the user is signed in, and leads elsewhere otherwise. */
const LOGOUT = "/logout";

/** Shows the button in its place of the menu, if the user is signed in. @param {HTMLElement} place */
export async function drawSignOut(place) {
  const answered = await fetch(LOGOUT, { redirect: "manual", headers: { accept: "text/html" } }).catch(() => undefined);
  place.hidden = !answered?.ok;
  if (place.hidden || place.hasChildNodes()) return;
  const status = element("p", { class: "menu-problem", role: "alert" });
  const button = element("button", { class: "button models-sign-out", type: "button", "data-testid": "sign-out", click: () => leave() }, "Sign out");
  const leave = async () => {
    button.disabled = true;
    const left = await fetch(LOGOUT, { method: "POST", redirect: "manual" }).catch(() => undefined);
    if (left?.type === "opaqueredirect") return location.assign("/login?signed-out");
    status.textContent = "The server did not end the sign-in. Check the connection, and try again.";
    button.disabled = false;
  };
  place.append(element("p", { class: "menu-note" }, "You are signed in to this server. Your sessions stay in this browser when you sign out."), button, status);
}
