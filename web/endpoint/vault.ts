// Encrypts a key with a passphrase, and decrypts it. Knows neither what the key opens nor where the
// result is stored.

import type { SealedKey } from "../types/endpoint.ts";

/** Rounds of PBKDF2 with SHA-256: what OWASP recommends, about half a second. */
export const ITERATIONS = 600_000;
/** More than that in a stored record is not ours, and would block the page for minutes. */
const MAX_ITERATIONS = 10_000_000;

/**
 * Encrypts a key. `bound` is what it belongs to: decryption fails with anything else, so that a
 * changed address does not get the key.
 */
export async function seal(key: string, passphrase: string, bound: string): Promise<SealedKey> {
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
 * @returns null if the passphrase is another, or the record was changed
 */
export async function unseal(
  sealed: SealedKey,
  passphrase: string,
  bound: string,
): Promise<string | null> {
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

async function derived(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  use: KeyUsage,
) {
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

const bytes = (text: string) => new TextEncoder().encode(text);
const base64 = (data: Uint8Array) => btoa(String.fromCharCode(...data));
const binary = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
