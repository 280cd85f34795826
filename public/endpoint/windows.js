// The window of a model, where its endpoint states it: in its list of models, or at an address of its own. What a model was trained with is not what it is loaded with,
// so that it is not read. Nothing is asked that needs a body: a body would have to be in the ledger.

/** @typedef {Record<string, any>} Listed an item of the endpoint's list of models */
/** @typedef {(path: string) => Promise<any>} Ask asks an address of the endpoint's origin without a body, and returns its JSON; null without one */

/** What windows are called: vLLM, OpenRouter, Groq, Mistral, LM Studio. */
const NAMES = ["max_model_len", "context_length", "context_window", "max_context_length", "loaded_context_length"];

/** @param {unknown} number */
const sound = (number) => (typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1e9 ? number : null);

/** Returns the window that a list of models has for one; null if it has none. @param {Listed} model */
export function listedWindow(model) {
  const stated = NAMES.map((name) => sound(model[name])).find((window) => window !== null);
  // llama.cpp: of a model that is loaded.
  return stated ?? sound(model.meta?.n_ctx);
}

/**
 * Asks for the window of a model whose server states it elsewhere, as far as the list says which server it is.
 *
 * @param {Listed} model
 * @param {Ask} ask
 * @returns {Promise<number | null>}
 */
export async function askedWindow(model, ask) {
  if (model.owned_by === "llamacpp") {
    const props = await ask("/props");
    return sound(props?.default_generation_settings?.n_ctx);
  }
  if (model.owned_by === "library") return sound(named(await ask("/api/ps"), "models", "name", model)?.context_length);
  if (model.owned_by === "organization_owner") return sound(named(await ask("/api/v0/models"), "data", "id", model)?.loaded_context_length);
  return null;
}

/** Returns the item with the model's name in a list. @param {any} answer @param {string} list @param {string} name @param {Listed} model */
const named = (answer, list, name, model) =>
  Array.isArray(answer?.[list]) ? answer[list].find((/** @type {Listed} */ one) => one?.[name] === model.id) : undefined;
