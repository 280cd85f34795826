// The endpoint that is connected: what the tab remembers of it, and its key, which is in this module's memory only. A key that the user keeps is in the browser's
// storage, encrypted. Knows no dialog and sends nothing.

import { parseBase } from "./addresses.js";
import { seal, unseal } from "./vault.js";

/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Kept} Kept */

/** The name under which tab and browser store it. */
const NAME = "insitu-endpoint";
/** The shortest passphrase: a shorter one is found by trying. */
export const SHORTEST = 8;

let key = "";

/** Returns the key; empty if there is none yet. For the requests of this folder. */
export const currentKey = () => key;

/** Sets the key. @param {string} text */
export function setKey(text) {
  key = text.trim();
}

/** Returns the endpoint of this tab, else the one whose key the browser keeps. @returns {Connection | null} */
export function current() {
  return read(sessionStorage) ?? kept();
}

/** Remembers an endpoint for this tab, and what is not secret of it for the browser, if its key is kept there. @param {Connection} connection */
export function remember({ kind, base, models, keyless }) {
  const plain = { kind, base, models, keyless };
  sessionStorage.setItem(NAME, JSON.stringify(plain));
  const stored = kept();
  if (stored && bound(stored) === bound(plain)) localStorage.setItem(NAME, JSON.stringify({ ...stored, models, keyless }));
}

/** Forgets the endpoint of this tab, and its key. A key that the browser keeps stays. */
export function forgetTab() {
  key = "";
  sessionStorage.removeItem(NAME);
}

/** Returns the endpoint whose key the browser keeps. @returns {Kept | null} */
export function kept() {
  const stored = /** @type {Kept | null} */ (read(localStorage));
  return stored?.version === 1 && typeof stored.key?.data === "string" ? stored : null;
}

/** Returns whether the browser keeps the key of this endpoint. @param {Connection} connection */
export function isKept(connection) {
  const stored = kept();
  return stored !== null && bound(stored) === bound(connection);
}

/**
 * Keeps the key of an endpoint in the browser, encrypted.
 *
 * @param {Connection} connection
 * @param {string} passphrase
 * @throws {Error} with a sentence
 */
export async function keep(connection, passphrase) {
  if (passphrase.length < SHORTEST) throw new Error(`Choose a passphrase of ${SHORTEST} characters at least: a shorter one is found by trying.`);
  const sealed = await seal(key, passphrase, bound(connection));
  /** @type {Kept} */
  const record = { version: 1, ...connection, key: sealed };
  try {
    localStorage.setItem(NAME, JSON.stringify(record));
  } catch {
    throw new Error("The browser does not store anything for this page, so that the key cannot be kept. Use it without keeping it.");
  }
}

/** Takes the key from the browser's storage. @param {string} passphrase @returns {Promise<boolean>} whether the passphrase fits */
export async function unlock(passphrase) {
  const stored = kept();
  const opened = stored && (await unseal(stored.key, passphrase, bound(stored)));
  if (typeof opened === "string") key = opened;
  return typeof opened === "string";
}

/** Forgets the key, in memory and in the browser's storage. */
export function forgetKey() {
  key = "";
  localStorage.removeItem(NAME);
}

/** What a kept key belongs to. @param {Connection} connection */
const bound = ({ kind, base }) => `${kind} ${base}`;

/** @param {Storage} storage @returns {Connection | null} */
function read(storage) {
  try {
    const stored = JSON.parse(storage.getItem(NAME) ?? "null");
    if (!stored || !Array.isArray(stored.models)) return null;
    parseBase(stored.base);
    return stored;
  } catch {
    return null;
  }
}
