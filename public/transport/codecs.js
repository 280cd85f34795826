// The codecs of providers, loaded with the first need. Knows neither endpoints nor models.

/** @typedef {import("../types/endpoint").ProviderModule} ProviderModule */

/** @type {[script: string, wasm: string]} */
let addresses;
/** @type {Promise<ProviderModule> | undefined} */
let loading;

/** Says where the codecs are. @param {string} script @param {string} wasm */
export function useCodecs(script, wasm) {
  addresses = [script, wasm];
}

/**
 * @returns {Promise<ProviderModule>}
 * @throws {Error} with a sentence
 */
export function codecs() {
  loading ??= (async () => {
    const [script, wasm] = addresses;
    const module = await import(script);
    await module.default({ module_or_path: wasm });
    return module;
  })();
  loading.catch(() => (loading = undefined));
  return loading.catch(() => {
    throw new Error("What translates for the model could not be loaded. Check the connection to this server, and try again.");
  });
}

/**
 * Returns the events of an answer as the relay writes them: with reasoning and text apart, and one id for each call.
 *
 * @param {ProviderModule} module
 * @param {string} model
 * @param {ReadableStream<Uint8Array>} events those of Chat Completions, one in each piece
 * @returns {ReadableStream<Uint8Array>}
 */
export function normalised(module, model, events) {
  const answer = new module.Answer("chat-completions", "this tab", model, false);
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let failed = false;
  return events.pipeThrough(
    new TransformStream({
      transform(event, controller) {
        // What the engine says of its failure is for the user as it is.
        failed ||= decoder.decode(event).startsWith('data: {"error":');
        controller.enqueue(failed ? event : encoder.encode(answer.feed(event)));
      },
      flush(controller) {
        if (!failed) controller.enqueue(encoder.encode(answer.end()));
        answer.free();
      },
    }),
  );
}
