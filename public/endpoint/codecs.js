// The codecs of providers, which the page's program has.

/** @typedef {import("../types/endpoint").Codecs} Codecs */

/** @type {Codecs} */
export let codecs;

/** Sets the codecs, before anything is asked. @param {Codecs} given */
export function useCodecs(given) {
  codecs = given;
}
