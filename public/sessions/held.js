// Records for which there is no space: they stay in this tab, and are stored once there is some.

/** How long to wait before records are stored again, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Returns what holds records after a write that failed for lack of space, until they are stored.
 *
 * @param {() => import("../types/storage").Writer | null | undefined} writer
 * @param {(message: string) => void} notify
 */
export function holder(writer, notify) {
  let holding = false;
  /** @param {Event} event */
  const warn = (event) => event.preventDefault();

  const retry = async () => {
    const retried = await writer()?.retry();
    if (!retried?.ok) {
      setTimeout(retry, RETRY_MS);
      return;
    }
    holding = false;
    removeEventListener("beforeunload", warn);
    notify("There is space again: what was only in this tab is stored.");
  };

  return (/** @type {import("../types/storage").StorageError} */ error) => {
    if (holding) return;
    holding = true;
    notify(`${error.message} Until then, what happens from now on is in this tab only.`);
    addEventListener("beforeunload", warn);
    setTimeout(retry, RETRY_MS);
  };
}
