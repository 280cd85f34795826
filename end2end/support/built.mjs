// What the built site says of its own files. Knows no server.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { site } from "./server.mjs";

/**
 * Returns the addresses of the page's files, by their names without hashes.
 *
 * @returns {Promise<Record<string, string>>}
 */
export async function assets() {
  return JSON.parse(await readFile(path.join(site, "assets.json"), "utf8"));
}

/**
 * Returns the manifest of the runtime.
 *
 * @returns {Promise<import("../../web/generated/kernel").Manifest>}
 */
export async function manifest() {
  return JSON.parse(await readFile(path.join(site, (await assets())["manifest.json"]), "utf8"));
}

/**
 * Returns the file of a role in the runtime.
 *
 * @param {import("../../web/generated/kernel").CoreFile[]} core
 * @param {string} role
 */
export function assetOf(core, role) {
  return /** @type {import("../../web/generated/kernel").CoreFile} */ (
    core.find((file) => file.role === role)
  ).asset;
}

/**
 * Returns the SHA-256 of bytes.
 *
 * @param {Uint8Array} bytes
 * @param {"hex" | "base64"} encoding
 */
export function sha256(bytes, encoding) {
  return createHash("sha256").update(bytes).digest(encoding);
}
