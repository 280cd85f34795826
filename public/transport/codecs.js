// The codecs of providers, which the page's program has. Knows neither endpoints nor models.

/** @typedef {import("../types/endpoint").Codecs} Codecs */

/** @type {Codecs} */
export let codecs;

/** Sets the codecs, before anything is asked. @param {Codecs} given */
export function useCodecs(given) {
  codecs = given;
}

/**
 * Returns the events of an answer as the relay writes them: with reasoning and text apart, and one id for each call.
 *
 * @param {Codecs} module
 * @param {string} model
 * @param {ReadableStream<Uint8Array>} events those of Chat Completions, one in each piece
 * @returns {ReadableStream<Uint8Array>}
 */
export function normalised(module, model, events) {
  const answer = new module.AnswerDecoder("chat-completions", "this tab", model, false);
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
