// Decompresses the runtime's files if a static host has them as gzip only
// (`server/src/export.rs`).

/** The part of a reader of chunks that a download needs. */
export type Reader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, "read" | "cancel">;

/**
 * Returns a reader of a file whose gzip form was requested. Some hosts declare that form as an
 * encoding, so that the browser has decompressed it already: its first bytes say whether there is
 * something to decompress, since none of these files begins with them itself.
 *
 * @param reader of the response
 * @param damaged makes the error of reading content that cannot be decompressed; the errors of
 *   `reader` stay as they are
 */
export async function decompressed(
  reader: Reader,
  damaged: (message: string) => Error,
): Promise<Reader> {
  const start: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  while (length < 2) {
    const { done, value } = await reader.read();
    if (done) break;
    start.push(value);
    length += value.length;
  }
  const [first, second] = start.flatMap((chunk) => [...chunk.subarray(0, 2)]);
  let lost: unknown;
  const whole: ReadableStream<Uint8Array<ArrayBuffer>> = new ReadableStream({
    // Chunks are taken one by one, as the decompressed ones are read.
    async pull(controller) {
      const chunk = start.shift();
      if (chunk) return controller.enqueue(chunk);
      const { done, value } = await reader.read().catch((error) => {
        lost = error;
        throw error;
      });
      return done ? controller.close() : controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  if (first !== 0x1f || second !== 0x8b) return whole.getReader();
  const unpacked = whole.pipeThrough(new DecompressionStream("gzip")).getReader();
  return {
    read: () =>
      unpacked.read().catch((error) => {
        throw lost ?? damaged(`cannot be decompressed: ${error.message}`);
      }),
    // Not every engine ends the source of a stream that is no longer wanted.
    cancel: (reason) =>
      Promise.all([unpacked.cancel(reason), reader.cancel(reason)]).then(() => {}),
  };
}
