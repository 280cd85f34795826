// The storage's errors: values with a kind and a sentence that says what to do. Every promise that
// the storage hands out resolves with a result.

import type { ErrorKind, Result, StorageError, Writing } from "../types/storage.ts";

/** Carries an error value through the storage's own functions; it does not leave the storage. */
export class Refusal extends Error {
  error: StorageError;

  constructor(error: StorageError) {
    super(error.message);
    this.error = error;
  }
}

const SENTENCES: Record<
  Exclude<
    ErrorKind,
    "quota" | "corrupt" | "changed" | "missing" | "permission" | "bounds" | "taken"
  >,
  string
> = {
  denied:
    "The browser does not let this page store anything. Leave the private window, or allow site data for this page, and reload it.",
  unavailable:
    "The browser's storage does not work. Free space on the disk, restart the browser and open the page again.",
  blocked:
    "Another tab has an older version of this page open. Close or reload the other tabs with this page, then try again.",
  outdated: "A newer version of this page is open in another tab. Reload this tab to go on.",
  newer:
    "The stored sessions were written by a newer version of this page. Reload the page; if that does not help, clear the browser's cache for it.",
  erased: "All stored sessions were deleted. Reload this tab to begin again.",
  interrupted: "The browser interrupted its storage. Try again.",
  conflict: "Another tab has written to this session. Reload this tab to see it as it is stored.",
  locked: "This session is open for writing. Close it there first, or go on in that tab.",
  order: "A record does not follow the one before it. Reload this tab.",
  gone: "This session, or a part of it, was deleted. Restore it or open another one.",
  held: "Earlier records are not stored yet. Make room, then try again.",
  closed: "The session is closed. Open it again.",
  unsupported:
    "This browser lacks what is needed. Use a current version of Chrome, Edge, Firefox or Safari.",
  unknown: "The storage failed. Reload the page and try again.",
};

const FULL: Record<Writing, string> = {
  append:
    "There is no space left for this session. Delete sessions or stored outputs, then try again.",
  blob: "There is no space left for this output. Delete sessions or stored outputs, then try again.",
  function:
    "There is no space left for this function. Delete sessions or stored outputs, then try again.",
  file: "There is no space left for a copy of this file. Delete sessions or stored files, or add the file again at the next visit.",
};

const KINDS: Record<string, ErrorKind> = {
  QuotaExceededError: "quota",
  VersionError: "newer",
  SecurityError: "denied",
  NotAllowedError: "denied",
  ConstraintError: "conflict",
  InvalidStateError: "interrupted",
  AbortError: "interrupted",
  TransactionInactiveError: "interrupted",
  UnknownError: "unavailable",
  NotReadableError: "unavailable",
};

/** Returns an error with the sentence of its kind. */
export function failure(kind: keyof typeof SENTENCES, more?: Partial<StorageError>): StorageError {
  return { kind, message: SENTENCES[kind], ...more };
}

/** Returns a refusal with the sentence of its kind. */
export function refuse(kind: keyof typeof SENTENCES, more?: Partial<StorageError>) {
  return new Refusal(failure(kind, more));
}

/** Returns the error for a lack of space. */
export function full(during: Writing, needed: number): StorageError {
  return { kind: "quota", message: FULL[during], during, needed };
}

/** Returns the error for a record that cannot be read. */
export function corrupt(seq: number): StorageError {
  return {
    kind: "corrupt",
    message: `Record ${seq} of this session is damaged or missing, so that only what is before it can be shown. Duplicate the session up to there to go on.`,
    seq,
  };
}

/**
 * Returns the value for whatever was thrown.
 *
 * @param writing what was being written
 */
export function asError(
  thrown: unknown,
  { during = "append", needed = 0 }: { during?: Writing; needed?: number } = {},
): StorageError {
  if (thrown instanceof Refusal) return thrown.error;
  const { name = "", message = String(thrown) } = (thrown ?? {}) as Partial<Error>;
  const cause = name ? `${name}: ${message}` : message;
  const kind = KINDS[name] ?? "unknown";
  if (kind === "quota") return { ...full(during, needed), cause };
  return failure(kind as keyof typeof SENTENCES, { cause });
}

/** Returns what the function resolves with, or the error for what it throws. */
export async function attempt<T>(
  run: () => Promise<T> | T,
  writing?: { during?: Writing; needed?: number },
): Promise<Result<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (thrown) {
    return { ok: false, error: asError(thrown, writing) };
  }
}

/** How often a write is tried again after room was made. */
const MAX_RETRIES = 8;

/** Runs a write; if space runs out, lets the page make room and runs it again. */
export async function withRoom<T>(
  run: () => Promise<T>,
  writing: { during: Writing; needed: number },
  makeRoom: ((error: StorageError) => Promise<boolean>) | undefined,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await run();
    } catch (thrown) {
      const error = asError(thrown, writing);
      const roomy =
        error.kind === "quota" &&
        retries < MAX_RETRIES &&
        makeRoom &&
        (await makeRoom(error).catch(() => false));
      if (!roomy) throw new Refusal(error);
    }
  }
}
