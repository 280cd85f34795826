// Actions of a user on the page, and what the user sees: types, clicks, drops, reads. Knows the
// page only by its `data-testid`s, and never uses `window.insitu`.

/**
 * Returns the selector of a test id.
 *
 * @param {string} name
 */
export const id = (name) => `[data-testid="${name}"]`;

/**
 * Types a question into the composer and sends it with Enter; returns the turn, complete or not.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} question
 */
export async function type(page, question) {
  const before = await page.locator(id("turn")).count();
  await page.locator(id("composer")).click();
  await page.keyboard.type(question);
  await page.keyboard.press("Enter");
  const turn = page.locator(id("turn")).nth(before);
  await turn.waitFor();
  return turn;
}

/**
 * Asks a question and waits until the turn is complete.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} question
 */
export async function ask(page, question, limit = 60_000) {
  const turn = await type(page, question);
  await over(turn, limit);
  return turn;
}

/**
 * Waits until a turn is over: complete, stopped or failed.
 *
 * @param {import("playwright-core").Locator} turn
 */
export async function over(turn, limit = 60_000) {
  await turn
    .locator(id("phase"))
    .filter({ hasText: /^(Answer complete|Stopped|Failed)$/ })
    .waitFor({ state: "attached", timeout: limit });
}

/**
 * Drops files onto the page as a desktop would; each is `{ name, content }` or `{ name, from:
 * address on this server }`.
 *
 * @param {import("playwright-core").Page} page
 * @param {{ name: string, content?: string | Uint8Array, from?: string }[]} files
 */
export async function drop(page, files) {
  const plain = files.map(({ name, content, from }) => ({
    name,
    from,
    base64: content === undefined ? undefined : Buffer.from(content).toString("base64"),
  }));
  const transfer = await page.evaluateHandle(async (files) => {
    const transfer = new DataTransfer();
    for (const { name, from, base64 } of files) {
      const bytes = from
        ? await (await fetch(from)).arrayBuffer()
        : Uint8Array.from(atob(/** @type {string} */ (base64)), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    return transfer;
  }, plain);
  const target = page.locator("main").first();
  for (const event of ["dragenter", "dragover", "drop"])
    await target.dispatchEvent(event, { dataTransfer: transfer });
}

/**
 * Returns the entry of a file in the sidebar, once it has its profile or the reason for its
 * absence.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function profile(page, name, limit = 60_000) {
  const file = page
    .locator(id("file"))
    .filter({ has: page.getByRole("heading", { name, exact: true }) })
    .first();
  await file.waitFor({ timeout: limit });
  await file.locator(id("file-profile")).waitFor({ timeout: limit });
  await unfold(file);
  return file;
}

/**
 * Returns the cells of a table as the page shows it: `{ columns, rows }` of text.
 *
 * @param {import("playwright-core").Locator} table
 */
export function cells(table) {
  return table.evaluate((element) => {
    const text = (/** @type {Element} */ cell) => cell.textContent.trim();
    const rows = Array.from(
      /** @type {NodeListOf<HTMLTableRowElement>} */ (element.querySelectorAll("tbody tr")),
      (row) => Array.from(row.cells, text),
    );
    return {
      columns: Array.from(element.querySelectorAll("thead tr:first-child > *"), text),
      rows,
    };
  });
}

/**
 * Shows the image of a figure, which may show its chart, and returns the locator of it.
 *
 * @param {import("playwright-core").Locator} figure
 */
export async function image(figure) {
  await figure.getByRole("button", { name: "Figure", exact: true }).click();
  return figure.locator("img");
}

/**
 * Shows and decodes the image of a figure and returns its size, and the number of colours in a coarse sample
 * of its pixels.
 *
 * @param {import("playwright-core").Locator} figure
 */
export async function look(figure) {
  return (await image(figure)).evaluate(async (/** @type {HTMLImageElement} */ image) => {
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const all = canvas.width * canvas.height;
    const shown = image.getBoundingClientRect();
    return {
      width: canvas.width,
      height: canvas.height,
      shownWidth: shown.width,
      shownHeight: shown.height,
      colours: counts.size,
      background: Math.max(...counts.values()) / all,
      alt: image.alt,
    };
  });
}

/**
 * Expands everything that is collapsed within a part of the page.
 *
 * @param {import("playwright-core").Locator} part
 */
export async function unfold(part) {
  await part.evaluate((element) =>
    element.querySelectorAll("details").forEach((details) => (details.open = true)),
  );
}

/**
 * Chooses the model that answers, by the beginning of its name.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export function choose(page, name) {
  return pick(page, "model-menu", name);
}

/**
 * Chooses what the model may see: `Everything printed`, `Ask me first` or `Column info only`.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} setting
 */
export function disclose(page, setting) {
  return pick(page, "privacy-open", setting);
}

/**
 * Opens the dialog of Python, which Escape closes.
 *
 * @param {import("playwright-core").Page} page
 */
export async function openPython(page) {
  await page.locator(id("more-open")).click();
  await page.locator(id("more-python")).click();
  await page.locator(id("python")).waitFor();
}

/**
 * Opens the list of sessions.
 *
 * @param {import("playwright-core").Page} page
 */
export async function openSessions(page) {
  await page.locator(id("session-menu-open")).click();
  await page.locator(id("sessions-open")).click();
}

/**
 * Chooses an entry of the menu at the end of the header, by its test id without `more-`.
 *
 * @param {import("playwright-core").Page} page
 * @param {"console" | "variables" | "functions" | "check"} entry
 */
export async function more(page, entry) {
  await page.locator(id("more-open")).click();
  await page.locator(id(`more-${entry}`)).click();
}

/**
 * @param {import("playwright-core").Page} page
 * @param {string} menu
 * @param {string} name
 */
async function pick(page, menu, name) {
  await page.locator(id(menu)).click();
  await page.getByRole("radio", { name }).check();
  await page.keyboard.press("Escape");
}

/**
 * Returns the name and the bytes of the file that a press of a button saves.
 *
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} press
 */
export async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return {
    name: download.suggestedFilename(),
    bytes: Buffer.concat(await (await download.createReadStream()).toArray()),
  };
}

/**
 * Answers the request for consent: `Send`, or `Agree` for everything printed, `Send column info
 * only` or `Stop`.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} answer
 */
export async function consent(page, answer) {
  await page.locator(id("consent")).getByRole("button", { name: answer, exact: true }).click();
}
