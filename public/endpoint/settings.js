// The second step of the dialog: the key and how long it is kept, the test of the connection, and the model.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { KINDS, parseBase } from "./addresses.js";
import { currentKey, forgetKey, isKept, keep, remember, setKey } from "./connection.js";
import { test } from "./transport.js";

/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Codecs} Codecs */
/** @typedef {import("../types/endpoint").Tested} Tested */

/** What the rest of the dialog does. @typedef {{ change: () => void, disconnect: () => Promise<void>, forgotten: () => void, removed: () => void, use: (id: string) => void }} Acts */

/** How many of its models are listed: a service may offer hundreds. */
const MAX_LISTED = 50;
/** How long an endpoint that was not tested is asked for a window, in milliseconds. */
const QUICK = 3_000;

/**
 * Returns the step.
 *
 * @param {Codecs} codecs
 * @param {Connection} connection
 * @param {Acts} acts
 */
export function keyAndModel(codecs, connection, acts) {
  const { host } = parseBase(connection.base);
  const stored = isKept(connection);
  const key = field("endpoint-key", { type: "password", "aria-describedby": "endpoint-key-note", autofocus: "" });
  key.placeholder = currentKey() === "" ? "Leave empty if it needs none" : "Entered; type to replace it";
  const passphrase = field("endpoint-new-passphrase", { type: "password" });
  const secret = element(
    "div",
    { hidden: "" },
    label(passphrase, "Passphrase"),
    passphrase,
    note("Nobody can restore it: without it, enter the key anew.", ""),
  );
  const keeping = [
    choice("endpoint-keep", "Until this page is closed or loaded again", "In its memory only.", () => (secret.hidden = true)),
    choice("endpoint-keep", "In this browser, encrypted", "You choose a passphrase, and enter it at the next visit.", () => {
      secret.hidden = false;
      passphrase.focus();
    }),
  ];
  keeping[0].radio.checked = true;
  const tested = element("div", { class: "endpoint-tested", role: "status", "data-testid": "endpoint-tested" });
  const list = element("datalist", { id: "endpoint-models" });
  const model = field("endpoint-model", { type: "text", list: "endpoint-models", "aria-describedby": "endpoint-model-note" });
  model.value = connection.models.at(-1)?.id ?? "";
  const images = box("endpoint-images", "It sees images", "Figures are sent to it too, as far as it may see them.");
  const fenced = box("endpoint-fenced", "It cannot call tools", "It then writes its code as text, as small local models do.");
  const known = () => connection.models.find(({ id }) => id === model.value.trim());
  const recall = () => {
    images.input.checked = known()?.images ?? images.input.checked;
    fenced.input.checked = known()?.fenced ?? fenced.input.checked;
  };
  recall();
  model.addEventListener("input", recall);
  const problem = element("p", { class: "endpoint-status is-problem", role: "alert", "data-testid": "endpoint-status" });

  /** Asks for a model's window, once the endpoint has been tested. @type {Tested["window"]} */
  let window;
  /** Returns the models that the endpoint lists, each as a button that enters its name. @param {string[]} ids */
  const listing = (ids) => {
    const enter = (/** @type {string} */ id) => () => {
      model.value = id;
      recall();
      model.focus();
    };
    const shown = ids
      .slice(0, MAX_LISTED)
      .map((id) => element("li", {}, element("button", { class: "button", type: "button", click: enter(id) }, visible(id))));
    const rest = ids.length > shown.length ? [element("li", {}, `and ${ids.length - shown.length} more: type a part of the name below`)] : [];
    return shown.length === 0
      ? []
      : [element("ul", { class: "endpoint-models", "aria-label": "Its models", "data-testid": "endpoint-listed" }, ...shown, ...rest)];
  };
  const run = async () => {
    if (key.value !== "") setKey(key.value);
    start.disabled = true;
    tested.replaceChildren(element("p", {}, `Asking ${visible(host)} for its models…`));
    try {
      const result = await test(codecs, connection, currentKey());
      tested.replaceChildren(...view(result));
      window = result.window;
      list.replaceChildren(...result.models.map((id) => element("option", { value: id })));
      tested.append(...listing(result.models));
      if (model.value === "" && result.models.length === 1) model.value = result.models[0];
    } catch (error) {
      tested.replaceChildren(element("p", { class: "endpoint-status is-problem" }, visible(/** @type {Error} */ (error).message)));
    }
    start.disabled = false;
  };
  const start = element("button", { class: "button", type: "button", "data-testid": "endpoint-test", click: run }, "Test the connection");

  const use = async () => {
    problem.textContent = "";
    const id = model.value.trim();
    if (id === "") {
      problem.textContent = "Enter the name of a model, as the endpoint lists it.";
      return model.focus();
    }
    if (key.value !== "") setKey(key.value);
    submit.disabled = true;
    // Where it was not tested, it is asked now; without an answer the window stays what it was.
    window ??= (await test(codecs, connection, currentKey(), QUICK).catch(() => undefined))?.window;
    const found = (await window?.(id)) ?? known()?.window ?? null;
    const chosen = { id, images: images.input.checked, fenced: fenced.input.checked, window: found };
    const next = { ...connection, models: [...connection.models.filter((one) => one.id !== id), chosen], keyless: currentKey() === "" };
    try {
      if (keeping[1].radio.checked && currentKey() !== "") await keep(next, passphrase.value);
      remember(next);
      key.value = passphrase.value = "";
      acts.use(id);
    } catch (error) {
      problem.textContent = visible(/** @type {Error} */ (error).message);
      submit.disabled = false;
    }
  };
  const submit = element("button", { class: "button is-main", type: "submit", "data-testid": "endpoint-use" }, "Use this model");
  const end = () =>
    acts.disconnect().catch((error) => {
      problem.textContent = visible(error.message);
    });
  const remove = (/** @type {string} */ id) => {
    remember({ ...connection, models: connection.models.filter((one) => one.id !== id) });
    acts.removed();
  };
  const added = connection.models.map(({ id, window }) =>
    element(
      "li",
      {},
      element("span", {}, visible(id), window ? ` · ${window.toLocaleString("en-US")} tokens` : ""),
      element("button", { class: "button is-quiet", type: "button", "aria-label": `Remove ${id}`, click: () => remove(id) }, "Remove"),
    ),
  );
  const forget = () => {
    remember(connection);
    forgetKey();
    acts.forgotten();
  };

  return element(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        use();
      },
    },
    element(
      "p",
      { class: "endpoint-where" },
      element("span", {}, element("b", {}, visible(host)), ` · ${KINDS[connection.kind].name}`),
      element("button", { class: "button is-quiet", type: "button", click: acts.change }, "Change address"),
    ),
    label(key, "Key"),
    key,
    note(stored ? "This browser keeps it, encrypted." : "It goes from this browser to the endpoint only. This server never gets it.", "endpoint-key-note"),
    ...(stored ? [] : [element("fieldset", { class: "choices" }, element("legend", {}, "Keep the key"), ...keeping.map(({ whole }) => whole)), secret]),
    element("div", { class: "endpoint-acts" }, start),
    tested,
    ...(added.length > 0
      ? [element("p", { class: "endpoint-label" }, "In the model menu"), element("ul", { class: "endpoint-added", "data-testid": "endpoint-added" }, ...added)]
      : []),
    label(model, "Model"),
    model,
    list,
    note("As the endpoint names it; the test lists the names.", "endpoint-model-note"),
    images.whole,
    fenced.whole,
    problem,
    element(
      "div",
      { class: "endpoint-acts" },
      submit,
      element("button", { class: "button", type: "button", "data-testid": "endpoint-disconnect", click: end }, "Disconnect"),
      ...(stored || currentKey() !== ""
        ? [element("button", { class: "button", type: "button", "data-testid": "endpoint-forget", click: forget }, "Forget the key")]
        : []),
    ),
  );
}

/** @param {Tested} result */
function view({ ok, sentence, steps }) {
  const items = steps.map(({ text, code }) => element("li", {}, visible(text), ...(code ? [" ", element("code", {}, visible(code))] : [])));
  return [
    element("p", { class: `endpoint-status ${ok ? "is-good" : "is-problem"}` }, visible(sentence)),
    ...(items.length > 0 ? [element("ul", {}, ...items)] : []),
  ];
}

/** @param {string} id @param {Record<string, string>} attributes */
function field(id, attributes) {
  return element("input", { class: "endpoint-field", id, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-testid": id, ...attributes });
}

/** @param {HTMLInputElement} input @param {string} text */
const label = (input, text) => element("label", { class: "endpoint-label", for: input.id }, text);

/** @param {string} text @param {string} id */
const note = (text, id) => element("p", { class: "endpoint-note", ...(id ? { id } : {}) }, text);

/** @param {string} name @param {string} more */
const words = (name, more) =>
  element("span", { class: "choice-text" }, element("span", { class: "choice-name" }, name), element("span", { class: "choice-more" }, more));

/** @param {string} group @param {string} name @param {string} more @param {() => void} change */
function choice(group, name, more, change) {
  const radio = element("input", { type: "radio", name: group, change });
  return { radio, whole: element("label", { class: "choice" }, radio, words(name, more)) };
}

/** @param {string} testid @param {string} name @param {string} more */
function box(testid, name, more) {
  const input = element("input", { type: "checkbox", "data-testid": testid });
  return { input, whole: element("label", { class: "choice" }, input, words(name, more)) };
}
