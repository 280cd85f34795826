// Encodes messages as JSON text beside attachments. Does not know what messages say.

/**
 * Encodes a message.
 *
 * @param {object} message anything that JSON holds
 * @param {(ArrayBuffer | Blob)[]} attachments in the order in which the message names them
 * @returns {{ packet: { message: string, attachments: (ArrayBuffer | Blob)[] }, transfer:
 *   ArrayBuffer[] }} buffers are transferred, blobs are shared
 */
export function encode(message, attachments = []) {
  return {
    packet: { message: JSON.stringify(message), attachments },
    transfer: attachments.filter((part) => part instanceof ArrayBuffer),
  };
}

/**
 * Decodes a packet; `message` is null where it holds no valid message.
 *
 * @param {{ message?: unknown, attachments?: unknown } | null | undefined} packet possibly anything
 * @returns {{ message: Record<string, unknown> | null, attachments: unknown[] }}
 */
export function decode(packet) {
  const attachments = Array.isArray(packet?.attachments) ? packet.attachments : [];
  try {
    const message = JSON.parse(/** @type {{ message: string }} */ (packet).message);
    return {
      message: message !== null && typeof message === "object" ? message : null,
      attachments,
    };
  } catch {
    return { message: null, attachments };
  }
}
