// Encodes messages as JSON text beside attachments. Does not know what messages say.

/**
 * Encodes a message.
 *
 * @param message anything that JSON holds
 * @param attachments in the order in which the message names them
 * @returns buffers are transferred, blobs are shared
 */
export function encode(
  message: object,
  attachments: (ArrayBuffer | Blob)[] = [],
): { packet: { message: string; attachments: (ArrayBuffer | Blob)[] }; transfer: ArrayBuffer[] } {
  return {
    packet: { message: JSON.stringify(message), attachments },
    transfer: attachments.filter((part) => part instanceof ArrayBuffer),
  };
}

/**
 * Decodes a packet; `message` is null if it holds no valid message.
 *
 * @param packet possibly anything
 */
export function decode(packet: { message?: unknown; attachments?: unknown } | null | undefined): {
  message: Record<string, unknown> | null;
  attachments: unknown[];
} {
  const attachments = Array.isArray(packet?.attachments) ? packet.attachments : [];
  try {
    const message = JSON.parse((packet as { message: string }).message);
    return {
      message: message !== null && typeof message === "object" ? message : null,
      attachments,
    };
  } catch {
    return { message: null, attachments };
  }
}
