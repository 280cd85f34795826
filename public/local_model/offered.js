// Models that the operator offers: the list, and the download of one, from this page's own host. Nothing of the user's goes along.

/** A model that is offered, with its length in bytes. @typedef {{ name: string, bytes: number }} Offered */

const FOLDER = "./models/";

/** Returns the models; none where the list cannot be read. @returns {Promise<Offered[]>} */
export async function offered() {
  try {
    const response = await fetch(`${FOLDER}index.json`, { cache: "no-cache" });
    /** @type {Offered[]} */
    const list = response.ok ? await response.json() : [];
    return list.filter(({ name, bytes }) => /^[\w.-]+\.gguf$/.test(name) && Number.isSafeInteger(bytes));
  } catch {
    return [];
  }
}

/**
 * Downloads a model. The browser holds what has come, on the disk if it is large.
 *
 * @param {Offered} model
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} progress called with what has come so far
 * @returns {Promise<File>}
 * @throws {Error} with a sentence
 */
export async function download({ name, bytes }, signal, progress) {
  const failed = (/** @type {string} */ why) => new Error(`${name} could not be downloaded (${why}). Check the connection, and try again.`);
  try {
    const response = await fetch(FOLDER + name, { signal });
    if (!response.ok || !response.body) throw failed(`HTTP ${response.status}`);
    let come = 0;
    const counted = new TransformStream({
      transform(piece, controller) {
        come += piece.byteLength;
        progress(come);
        controller.enqueue(piece);
      },
    });
    const content = await new Response(response.body.pipeThrough(counted)).blob();
    if (content.size !== bytes) throw failed(`${content.size} of ${bytes} bytes came`);
    return new File([content], name);
  } catch (error) {
    if (signal.aborted || /** @type {Error} */ (error).message.startsWith(name)) throw error;
    throw failed(/** @type {Error} */ (error).message);
  }
}
