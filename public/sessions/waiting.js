// Files of a stored session that wait for the user: for permission to read them again, or for
// whether to go on with what a file has become. Asks below the list of files.

import { element } from "../elements/element.js";
import { visible } from "../elements/visible.js";
import { absence } from "./files.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {{ id: number, name: string, bytes: number, kept: string, wheel?: import("./files.js").Wheel | null, content: File | null, why?: string,
 *   waits?: "permission" | "changed" }} RestoredFile */

/**
 * Says what is missing before the code of a session can run again; empty where nothing is.
 *
 * @param {RestoredFile[]} files
 */
export function missingOf(files) {
  const absent = files.filter(({ content, wheel, waits }) => !content && (!wheel || waits));
  const wheels = files.filter(({ content, wheel, waits }) => !content && wheel && !waits);
  /** @type {(wanted: string | undefined, say: (names: string) => string) => string[]} */
  const todo = (wanted, say) => {
    const names = absent.filter(({ waits }) => waits === wanted).map(({ name }) => name);
    return names.length > 0 ? [say(names.join(", "))] : [];
  };
  return [
    ...todo("permission", (names) => `allow reading ${names} again, below the files`),
    ...todo(
      "changed",
      (names) => `choose below the files whether to go on with the changed ${names}`,
    ),
    ...todo(undefined, (names) => `add ${names} again, whose content this browser does not have`),
    ...wheels.map(
      ({ name, wheel }) =>
        `drop ${name} onto the page, the wheel of ${wheel?.name} ${wheel?.version}`,
    ),
  ].join("; ");
}

/** @param {string} text @param {() => Promise<void>} act */
function action(text, act) {
  /** @param {Event} event */
  const click = async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    await act().finally(() => (button.disabled = false));
  };
  return element("button", { class: "button", type: "button", click }, text);
}

/**
 * Returns what asks for the files of one session.
 *
 * @param {object} place
 * @param {() => SessionStorage | undefined} place.storage
 * @param {() => string} place.session its id
 * @param {() => boolean} place.isShown
 * @param {(files: RestoredFile[]) => void} place.mount shows files to the page's program
 * @param {(event: { kind: string }) => void} place.record stores an event
 */
export function waitingFiles({ storage, session, isShown, mount, record }) {
  /** The files that wait. @type {RestoredFile[]} */
  let waiting = [];

  const draw = () => {
    if (!isShown()) return;
    const panel = document.getElementById("files-keep");
    const asked = /** @type {HTMLElement | null | undefined} */ (
      panel?.querySelector("[data-testid='files-waiting']")
    );
    const key = JSON.stringify(waiting.map(({ id, name, waits }) => [id, name, waits]));
    // A click may be on its way to a button of the same question.
    if (asked?.dataset.key === key) return;
    asked?.remove();
    const refused = waiting.filter(({ waits }) => waits === "permission");
    const changed = waiting.filter(({ waits }) => waits === "changed");
    if (!panel || waiting.length === 0) return;
    const what = refused.length === 1 ? visible(refused[0].name) : `${refused.length} files`;
    panel.append(
      element(
        "div",
        {
          class: `files-keep${changed.length > 0 ? "" : " is-asking"}`,
          role: "group",
          "aria-label": "Files that wait for you",
          "data-testid": "files-waiting",
          "data-key": key,
        },
        ...(refused.length > 0
          ? [
              element(
                "p",
                {},
                "After a reload the browser asks again whether this page may read your files. They are sent nowhere.",
              ),
              action(`Allow reading ${what} again`, () => read(refused, {})),
            ]
          : []),
        ...changed.flatMap((file) => [
          element(
            "p",
            {},
            `${visible(file.name)} has changed since it was added. Results that were computed from it may differ: those that do are marked once the code has run again.`,
          ),
          action(`Go on with ${visible(file.name)} as it is now`, () =>
            read([file], { accept: true }),
          ),
        ]),
      ),
    );
  };

  /**
   * Reads files, for which the browser may ask, and shows them to the page's program, or why they
   * cannot be read.
   *
   * @param {RestoredFile[]} files
   * @param {{ accept?: boolean }} how
   */
  const read = async (files, { accept = false }) => {
    // All at once: the browser asks only for a short time after the click.
    const seen = await Promise.all(
      files.map(async (file) => {
        const found = await storage()?.files.open(session(), file.name, { ask: true, accept });
        if (found?.ok) return { ...file, bytes: found.value.size, content: found.value };
        const { why, waits } = absence(file, found?.error);
        return { ...file, why, waits };
      }),
    );
    // Meanwhile the user may have removed one.
    const current = seen.filter(({ id }) => waiting.some((file) => file.id === id));
    const listed = accept ? await storage()?.files.list(session()) : undefined;
    for (const { id, name, bytes, content } of current) {
      const info =
        listed?.ok && content ? listed.value.find((one) => one.name === name) : undefined;
      // From now on the session has the file as it is.
      if (info)
        record(
          /** @type {{ kind: string }} */ ({
            kind: "file-added",
            file: id,
            name,
            path: null,
            bytes,
            sha256: info.digest,
            kept: "handle",
          }),
        );
    }
    waiting = waiting.flatMap((file) => {
      const now = current.find(({ id }) => id === file.id) ?? file;
      return now.content || !now.waits ? [] : [now];
    });
    draw();
    mount(current);
  };

  return {
    /** Asks for the files that wait. @param {RestoredFile[]} files all files of the session */
    ask(files) {
      waiting = files.filter(({ content, waits }) => !content && waits);
      draw();
    },
    /**
     * Waits no more for a file that was removed, or added again.
     *
     * @param {(file: { id: number, name: string }) => boolean} is
     */
    forget(is) {
      if (!waiting.some(is)) return;
      waiting = waiting.filter((file) => !is(file));
      draw();
    },
    /** Asks again, where the session is shown now. */
    draw,
  };
}
