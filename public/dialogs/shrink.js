// Scales pictures down for a model; the user sees the originals. Knows pictures, nothing of what
// they are used for.

/**
 * The longest side that models use without scaling it down themselves, and a size in bytes that
 * keeps requests small.
 */
const MAX_PIXELS = 1024;
const MAX_BYTES = 200_000;
/**
 * The largest picture that is decoded, in pixels: a file of a few kilobytes can take gigabytes when
 * decoded.
 */
const MAX_DECODED = 50_000_000;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/**
 * Scales a picture down if it is too large for a model.
 *
 * @param {string} mime of the picture
 * @param {string} base64 its bytes
 * @returns {Promise<[string, string] | null>} type and base64 of a PNG or JPEG, or null if it
 *   cannot be converted
 */
export async function shrink(mime, base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const size = sizeOf(bytes);
  if (size === null || size[0] * size[1] > MAX_DECODED) return null;
  const [width, height] = size;
  const asItIs = mime === "image/png" || mime === "image/jpeg";
  if (asItIs && Math.max(width, height) <= MAX_PIXELS && bytes.length <= MAX_BYTES)
    return [mime, base64];
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }));
  try {
    for (let side = MAX_PIXELS; side >= 128; side /= 2) {
      const small = await scaled(bitmap, side);
      if (small !== null) return [small.type, encode(new Uint8Array(await small.arrayBuffer()))];
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/**
 * Returns the picture with sides of at most `side`: as a PNG if that is small enough, else as a
 * JPEG, else null.
 *
 * @param {ImageBitmap} bitmap
 * @param {number} side
 */
async function scaled(bitmap, side) {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, width, height);
  const png = await canvas.convertToBlob({ type: "image/png" });
  if (png.size <= MAX_BYTES) return png;
  // JPEG has no transparency: transparent pixels become white.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  for (const quality of QUALITIES) {
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (jpeg.size <= MAX_BYTES) return jpeg;
  }
  return null;
}

/**
 * Returns the bytes in base64.
 *
 * @param {Uint8Array} bytes
 */
function encode(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Reads width and height of a PNG, JPEG, GIF or WebP from its header, without decoding it.
 *
 * @param {Uint8Array} bytes
 * @returns {[number, number] | null} null for any other content
 */
export function sizeOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** @type {(at: number, length: number) => string} */
  const word = (at, length) => String.fromCharCode(...bytes.subarray(at, at + length));
  try {
    if (word(1, 3) === "PNG") return [view.getUint32(16), view.getUint32(20)];
    if (word(0, 3) === "GIF") return [view.getUint16(6, true), view.getUint16(8, true)];
    if (word(0, 4) === "RIFF" && word(8, 4) === "WEBP") return webp(view, word(12, 4));
    if (view.getUint16(0) === 0xffd8) return jpeg(view);
  } catch {
    // The content ends within its header.
  }
  return null;
}

/**
 * Reads width and height of a WebP.
 *
 * @param {DataView} view
 * @param {string} kind of its first chunk
 * @returns {[number, number]}
 */
function webp(view, kind) {
  /** @param {number} at */
  const three = (at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  if (kind === "VP8X") return [three(24), three(27)];
  if (kind === "VP8 ")
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
}

/**
 * Reads width and height of a JPEG.
 *
 * @param {DataView} view
 * @returns {[number, number]}
 */
function jpeg(view) {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // Start of a frame; C4, C8 and CC are tables.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
  }
}
