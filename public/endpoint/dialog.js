// The dialog “Connect an endpoint”: first the address, which the page's policy has to admit, so that the page is loaded again; then the key and the model. Knows the wire
// formats by name only.

import { element, open } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { KINDS, LOCAL, parseBase } from "./addresses.js";
import { current, currentKey, forgetKey, forgetTab, isKept, remember, unlock } from "./connection.js";
import { admit, dismiss } from "./policy.js";
import { keyAndModel } from "./settings.js";

/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Kind} Kind */
/** @typedef {import("../types/endpoint").Codecs} Codecs */

/** The tab's note that the page was loaded for an endpoint that was just connected. */
const ARRIVING = "insitu-endpoint-arriving";

/** @type {HTMLDialogElement | undefined} */
let shown;

/** Returns whether the page was loaded for an endpoint that was just connected. */
export const isArriving = () => sessionStorage.getItem(ARRIVING) !== null;

/** Returns whether the dialog is open. */
export const isOpen = () => shown !== undefined;

/** Closes the dialog, since its answer is not needed any more. */
export const withdraw = () => shown?.close();

/**
 * Shows the dialog until it is closed.
 *
 * @param {Codecs} codecs
 * @param {string} why a sentence if the user has not asked for the dialog
 * @returns {Promise<string | null>} the id of the model that the user chose
 */
export function showDialog(codecs, why) {
  shown?.close();
  const arrived = isArriving();
  sessionStorage.removeItem(ARRIVING);
  return new Promise((resolve) => {
    /** @type {string | null} */
    let chosen = null;
    const title = element("h2", { id: "endpoint-title" }, "Connect an endpoint");
    const body = element("div", { class: "endpoint-body" });
    const dialog = element(
      "dialog",
      { class: "sheet endpoint", "aria-labelledby": "endpoint-title", "data-testid": "endpoint" },
      element("div", { class: "sheet-head" }, title, element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close")),
      ...(why ? [element("p", { class: "endpoint-why" }, visible(why))] : []),
      body,
    );
    /** @param {HTMLElement} view */
    const show = (view) => {
      body.replaceChildren(view);
      /** @type {HTMLElement | null} */ (view.querySelector("[autofocus]"))?.focus();
    };
    const change = () => show(address(current(), "", next));
    // Where a model has been chosen before, nothing else is left to do.
    const unlocked = () => (current()?.models.length ? dialog.close() : next());
    const next = () => {
      const connection = current();
      if (!connection) return change();
      if (parseBase(connection.base).origin !== globalThis.insituPage.endpointOrigin) {
        const refused =
          "The browser did not keep the choice, so that the page's policy does not admit the endpoint. Allow cookies for this page, and continue again.";
        return show(address(connection, arrived ? refused : "", next));
      }
      if (currentKey() === "" && isKept(connection)) return show(passphrase(connection, { unlocked, forgotten: next, change }));
      show(
        keyAndModel(codecs, connection, {
          change,
          disconnect: () => disconnect(dialog),
          forgotten: next,
          removed: next,
          use: (id) => {
            chosen = id;
            dialog.close();
          },
        }),
      );
    };
    dialog.addEventListener("close", () => {
      if (shown === dialog) shown = undefined;
      resolve(chosen);
    });
    shown = dialog;
    open(dialog);
    next();
  });
}

/** Ends the connection, and loads the page with a policy that does not admit the endpoint. @param {HTMLDialogElement} dialog */
async function disconnect(dialog) {
  await dismiss();
  forgetTab();
  dialog.close();
  location.reload();
}

/**
 * Returns the first step: what kind of endpoint, and where it is.
 *
 * @param {Connection | null} before
 * @param {string} problem
 * @param {() => void} next
 */
function address(before, problem, next) {
  const status = element("p", { class: "endpoint-status is-problem", role: "alert" }, problem);
  const field = element("input", {
    class: "endpoint-field",
    id: "endpoint-base",
    type: "text",
    inputmode: "url",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    autofocus: "",
    list: "endpoint-examples",
    "aria-describedby": "endpoint-base-note",
    "data-testid": "endpoint-base",
  });
  field.value = before?.base ?? "";
  const examples = element("datalist", { id: "endpoint-examples" });
  /** @type {Kind} */
  let kind = before?.kind ?? "chat-completions";
  const note = element("p", { class: "endpoint-note", id: "endpoint-base-note" });
  /** @param {Kind} chosen */
  const choose = (chosen) => {
    kind = chosen;
    const { example } = KINDS[kind];
    field.placeholder = example;
    const local = kind === "chat-completions" ? LOCAL : [];
    examples.replaceChildren(element("option", { value: example }), ...local.map(({ name, base }) => element("option", { value: base, label: name })));
    note.replaceChildren(
      "For example ",
      element("code", {}, example),
      ...(local.length > 0 ? [", or ", element("code", {}, LOCAL[0].base), " for Ollama on this machine"] : []),
      ".",
    );
  };
  choose(kind);
  const kinds = Object.entries(KINDS).map(([value, { name, who }]) => {
    const radio = element("input", { type: "radio", name: "endpoint-kind", value, change: () => choose(/** @type {Kind} */ (value)) });
    radio.checked = value === kind;
    return element("label", { class: "choice" }, radio, words(name, who));
  });
  const submit = element("button", { class: "button is-main", type: "submit", "data-testid": "endpoint-continue" }, "Continue");
  const proceed = async () => {
    status.textContent = "";
    submit.disabled = true;
    try {
      const { base, origin } = parseBase(field.value);
      const same = before?.kind === kind && before.base === base;
      const connection = same ? before : { kind, base, models: [], keyless: false };
      if (before && parseBase(before.base).origin !== origin) forgetTab();
      if (origin === globalThis.insituPage.endpointOrigin) {
        remember(connection);
        return next();
      }
      await admit(origin);
      remember(connection);
      sessionStorage.setItem(ARRIVING, "yes");
      location.reload();
    } catch (error) {
      status.textContent = /** @type {Error} */ (error).message;
      submit.disabled = false;
    }
  };
  return element(
    "form",
    {
      novalidate: "",
      submit: (event) => {
        event.preventDefault();
        proceed();
      },
    },
    element(
      "p",
      { class: "sheet-text" },
      "This browser then asks the endpoint itself. Your key and your requests go straight to it, not through this server. What the model may see, ",
      "and the list of what was sent, stay the same.",
    ),
    element("fieldset", { class: "choices" }, element("legend", {}, "Kind"), ...kinds),
    element("label", { class: "endpoint-label", for: "endpoint-base" }, "Address"),
    field,
    examples,
    note,
    element(
      "p",
      { class: "endpoint-note" },
      before && isKept(before) ? "This browser keeps its key; you are asked for the passphrase next. " : "",
      "The page loads once more, because its security policy has to admit this one address. Your session opens again; what runs now is ended.",
    ),
    status,
    element("div", { class: "endpoint-acts" }, submit),
  );
}

/**
 * Returns the step that asks for the passphrase of a key that the browser keeps.
 *
 * @param {Connection} connection
 * @param {{ unlocked: () => void, forgotten: () => void, change: () => void }} acts
 */
function passphrase(connection, { unlocked, forgotten, change }) {
  const { host } = parseBase(connection.base);
  const status = element("p", { class: "endpoint-status is-problem", role: "alert", "data-testid": "endpoint-status" });
  const field = element("input", {
    class: "endpoint-field",
    id: "endpoint-passphrase",
    type: "password",
    autocomplete: "off",
    autofocus: "",
    "data-testid": "endpoint-passphrase",
  });
  const submit = element("button", { class: "button is-main", type: "submit", "data-testid": "endpoint-unlock" }, "Unlock");
  const forget = element(
    "button",
    {
      class: "button",
      type: "button",
      "data-testid": "endpoint-forget",
      click: () => {
        remember(connection);
        forgetKey();
        forgotten();
      },
    },
    "Forget the key",
  );
  const tryIt = async () => {
    submit.disabled = true;
    status.textContent = "";
    if (await unlock(field.value)) {
      remember(connection);
      return unlocked();
    }
    status.textContent = "This passphrase does not open the key. Try again, or forget the key and enter it anew.";
    submit.disabled = false;
    field.select();
  };
  return element(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        tryIt();
      },
    },
    element("p", { class: "sheet-text" }, "This browser keeps the key of ", element("b", {}, visible(host)), ", encrypted with your passphrase."),
    element("label", { class: "endpoint-label", for: "endpoint-passphrase" }, "Passphrase"),
    field,
    status,
    element(
      "div",
      { class: "endpoint-acts" },
      submit,
      forget,
      element("button", { class: "button is-quiet", type: "button", click: change }, "Change address"),
    ),
  );
}

/** @param {string} name @param {string} more */
const words = (name, more) =>
  element("span", { class: "choice-text" }, element("span", { class: "choice-name" }, name), element("span", { class: "choice-more" }, more));
