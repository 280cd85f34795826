// The key of the endpoint, which is in this module's memory only. It comes from the field that it
// is typed in, or from a text that was encrypted with a passphrase.

import { seal, unseal } from "./vault.ts";

/** The shortest passphrase: a shorter one is found by trying. */
const MIN_PASSPHRASE_LENGTH = 8;

let key = "";

/** Returns the key; empty if there is none yet. For the requests of this folder. */
export const currentKey = () => key;

/** Returns whether there is a key. */
export const hasKey = () => key !== "";

/** Takes the key from the field that it was typed in; an empty field changes nothing. */
export function takeKey({ value }: { value: string }) {
  if (value !== "") key = value.trim();
}

/** Forgets the key. */
export function forgetKey() {
  key = "";
}

/**
 * Returns the key, encrypted with the passphrase in a field, as JSON. `bound` is what it belongs
 * to.
 *
 * @throws {Error} with a sentence
 */
export async function sealKey({ value }: { value: string }, bound: string) {
  if (value.length < MIN_PASSPHRASE_LENGTH)
    throw new Error(
      `Choose a passphrase of ${MIN_PASSPHRASE_LENGTH} characters at least: a shorter one is found by trying.`,
    );
  return JSON.stringify(await seal(key, value, bound));
}

/**
 * Takes the key from what {@link sealKey} has returned.
 *
 * @returns whether the passphrase fits
 */
export async function unsealKey(
  sealed: string,
  { value }: { value: string },
  bound: string,
): Promise<boolean> {
  const opened = await unseal(JSON.parse(sealed), value, bound);
  if (opened !== null) key = opened;
  return opened !== null;
}
