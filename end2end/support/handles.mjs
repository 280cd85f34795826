// Files with handles, as a browser has them for what the user drops or picks. They are files of the
// origin private file system, whose handles are real ones; a test says what the browser answers
// when the page wants to read them.

import { id } from "./user.mjs";

/** The folder that stands for the user's disk. */
const DISK = "disk";

/**
 * Lets every page of a browser have handles of what is dropped and picked, and permissions that
 * `permit` sets. To be called before the page is opened.
 *
 * @param {import("playwright-core").BrowserContext} context
 */
export async function withHandles(context) {
  await context.addInitScript((disk) => {
    const handleOf = async (/** @type {string} */ name) => {
      const root = await navigator.storage.getDirectory();
      return (await root.getDirectoryHandle(disk)).getFileHandle(name);
    };
    DataTransferItem.prototype.getAsFileSystemHandle = function () {
      return handleOf(this.getAsFile()?.name ?? "");
    };
    /** What the page was asked for, and how often. */
    const seen = { picker: 0, asked: 0 };
    Object.assign(window, { seenOfHandles: seen });
    window.showOpenFilePicker = async () => {
      seen.picker += 1;
      const picked = JSON.parse(localStorage.getItem("test-picked") ?? "[]");
      if (typeof picked === "string") throw new DOMException("", picked);
      return Promise.all(picked.map(handleOf));
    };
    const permission = () =>
      /** @type {PermissionState} */ (localStorage.getItem("test-permission") ?? "granted");
    FileSystemHandle.prototype.queryPermission = async () => permission();
    FileSystemHandle.prototype.requestPermission = async () => {
      if (!navigator.userActivation.isActive) throw new DOMException("", "SecurityError");
      seen.asked += 1;
      localStorage.setItem("test-permission", localStorage.getItem("test-answer") ?? "granted");
      return permission();
    };
  }, DISK);
}

/**
 * Writes a file of the user's disk.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} content
 */
export const write = (page, name, content) =>
  page.evaluate(
    async ([disk, name, content]) => {
      const root = await navigator.storage.getDirectory();
      const handle = await (await root.getDirectoryHandle(disk, { create: true })).getFileHandle(
        name,
        { create: true },
      );
      const writable = await handle.createWritable();
      await writable.write(content);
      await writable.close();
    },
    [DISK, name, content],
  );

/**
 * Deletes a file of the user's disk.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export const discard = (page, name) =>
  page.evaluate(
    async ([disk, name]) => {
      const root = await navigator.storage.getDirectory();
      await (await root.getDirectoryHandle(disk)).removeEntry(name);
    },
    [DISK, name],
  );

/**
 * Sets what the browser says when the page wants to read a file: at once, and after the user was
 * asked.
 *
 * @param {import("playwright-core").Page} page
 * @param {PermissionState} state
 * @param {PermissionState} [answer]
 */
export const permit = (page, state, answer = "granted") =>
  page.evaluate(
    ([state, answer]) => {
      localStorage.setItem("test-permission", state);
      localStorage.setItem("test-answer", answer);
    },
    [state, answer],
  );

/**
 * Sets what the user picks: names of files, or the name of the error that the picker ends with.
 *
 * @param {import("playwright-core").Page} page
 * @param {string[] | string} names
 */
export const willPick = (page, names) =>
  page.evaluate((names) => localStorage.setItem("test-picked", JSON.stringify(names)), names);

/**
 * Returns how often the picker was opened, and how often the user was asked.
 *
 * @param {import("playwright-core").Page} page
 */
export const seen = (page) =>
  page.evaluate(
    () =>
      /** @type {{ picker: number, asked: number }} */ (/** @type {any} */ (window).seenOfHandles),
  );

/**
 * Drops files of the user's disk onto the page.
 *
 * @param {import("playwright-core").Page} page
 * @param {string[]} names
 */
export async function dropFromDisk(page, names) {
  const transfer = await page.evaluateHandle(
    async ([disk, ...names]) => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle(disk);
      const transfer = new DataTransfer();
      for (const name of names)
        transfer.items.add(await (await folder.getFileHandle(name)).getFile());
      return transfer;
    },
    [DISK, ...names],
  );
  const target = page.locator("main").first();
  for (const event of ["dragenter", "dragover", "drop"])
    await target.dispatchEvent(event, { dataTransfer: transfer });
}

/**
 * Returns the part of the panel that asks for files.
 *
 * @param {import("playwright-core").Page} page
 */
export const waitingFiles = (page) => page.locator(id("files-waiting"));
