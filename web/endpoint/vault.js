// Encrypts a key with a passphrase, and decrypts it. Knows neither what the key opens nor where the
// result is stored.

/** @typedef {import("../types/endpoint").SealedKey} SealedKey */

/** Rounds of PBKDF2 with SHA-256: what OWASP recommends, about half a second. */
export const ITERATIONS = 600_000;
/** More than that in a stored record is not ours, and would block the page for minutes. */
const MAX_ITERATIONS = 10_000_000;

/**
 * Encrypts a key. `bound` is what it belongs to: decryption fails with anything else, so that a
 * changed address does not get the key.
 *
 * @param {string} key
 * @param {string} passphrase
 * @param {string} bound
 * @returns {Promise<SealedKey>}
 */
export async function seal(key, passphrase, bound) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const secret = await derived(passphrase, salt, ITERATIONS, "encrypt");
  const data = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bytes(bound) },
    secret,
    bytes(key),
  );
  return {
    iterations: ITERATIONS,
    salt: base64(salt),
    iv: base64(iv),
    data: base64(new Uint8Array(data)),
  };
}

/**
 * Decrypts a key.
 *
 * @param {SealedKey} sealed
 * @param {string} passphrase
 * @param {string} bound
 * @returns {Promise<string | null>} null if the passphrase is another, or the record was changed
 */
export async function unseal(sealed, passphrase, bound) {
  const { iterations } = sealed;
  if (!(iterations >= ITERATIONS && iterations <= MAX_ITERATIONS)) return null;
  try {
    const secret = await derived(passphrase, binary(sealed.salt), iterations, "decrypt");
    const data = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: binary(sealed.iv), additionalData: bytes(bound) },
      secret,
      binary(sealed.data),
    );
    return new TextDecoder().decode(data);
  } catch {
    return null;
  }
}

/**
 * @param {string} passphrase
 * @param {Uint8Array<ArrayBuffer>} salt
 * @param {number} iterations
 * @param {KeyUsage} use
 */
async function derived(passphrase, salt, iterations, use) {
  // The same characters are typed in more than one form, depending on the keyboard.
  const material = await crypto.subtle.importKey(
    "raw",
    bytes(passphrase.normalize("NFC")),
    "PBKDF2",
    false,
    ["deriveKey"],
  );
  return crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    [use],
  );
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} data */
const base64 = (data) => btoa(String.fromCharCode(...data));
/** @param {string} text */
const binary = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
