// One session of the page in the browser's storage: restores it, and stores its events as they
// happen, whether it is shown or not. Its log, in the page's program, makes the records;
// `public/storage` stores them. Knows nothing of the kernel and decides nothing about turns.

import { choose } from "./choice.js";
import { keep, remember } from "./files.js";
import { holder } from "./held.js";
import { hold as holding } from "./hold.js";
import { shownSession } from "./open.js";
import { piecesOf } from "./pieces.js";
import { presence } from "./presence.js";
import { receiving } from "./receiver.js";
import {
  copyContents,
  lines,
  partsOf,
  recordsFrom,
  storeParts,
  wholeOutcome,
  withBodies,
  withContents,
} from "./records.js";
import { withRuntime } from "./runtime.js";
import { missingOf, waitingFiles } from "./waiting.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/storage").OpenSession} OpenSession */
/** @typedef {import("../types/page").SessionLog} SessionLog */
/** @typedef {ReturnType<typeof storedSession>} StoredSession */

/**
 * What the page's program passes for a session, see `frontend/src/recorder.rs`: `notify` reports a
 * failure to the user, or something that is not a problem; `follow` shows the session again;
 * `program` has the functions that control it; `insitu` is its automation object; `happened`
 * reports an event, as `insituPage.happened` does for the session that is shown.
 *
 * @typedef {object} Page
 * @property {SessionLog} log
 * @property {(message: string, noProblem?: boolean) => void} notify
 * @property {(session: object) => void} follow
 * @property {import("../types/page").SessionProgram} program
 * @property {import("../types/automation").Insitu} insitu
 * @property {NonNullable<typeof globalThis.insituPage.happened>} happened
 */

/**
 * How long further records are waited for before a session that another tab writes is shown anew,
 * in milliseconds.
 */
const REFRESH_MS = 250;

/** Why nothing can be asked where another tab has the session. */
const ELSEWHERE =
  "This session is open in another tab, which is followed here. Ask there, or close the other tab to go on here.";

/**
 * Returns a session of which nothing is restored yet.
 *
 * @param {Page} page
 * @param {() => SessionStorage | undefined} currentStorage
 * @param {() => void} turnsChanged is called when the turns that are shown have changed
 */
export function storedSession(
  { log, notify, follow, program, insitu, happened },
  currentStorage,
  turnsChanged,
) {
  const own = holding((state) => happened("session", null, state));
  /** @type {OpenSession | undefined} */
  let session;
  /** The id of the session, which is created with its first event. */
  let id = "";
  /** The title as the list of sessions has it. */
  let title = "";
  /** Whether the session is to be shown anew. */
  let outdated = false;
  /** Whether events are stored: not while another tab has the session, and not after a failure. */
  let storing = true;
  /** The failure after which nothing is stored. */
  let unstored = "";
  /** Whether something has happened that is not stored for that. */
  let lost = false;
  /** The requests of the stored session. @type {import("./records.js").Sent[]} */
  let requests = [];
  /** @type {Promise<unknown>} */
  let queue = Promise.resolve();
  /** The newest records being stored. @type {Promise<unknown>} */
  let writing = Promise.resolve();

  const isShown = () => shownSession() === self;
  const waits = waitingFiles({
    storage: currentStorage,
    session: () => id,
    isShown,
    mount: (files) => follow({ files }),
    record: (event) => self.record(event),
  });

  const handing = receiving();

  /** Called when there is no space for records. */
  const hold = holder(() => session?.writer, notify);

  /**
   * Reports a failure, and that what happens is not stored from now on.
   *
   * @param {string} message
   * @returns {null}
   */
  const fail = (message) => {
    [storing, unstored] = [false, message];
    notify(message);
    return null;
  };

  /** @param {() => Promise<void>} act */
  const enqueue = (act) => {
    queue = queue
      .then(() => {
        if (storing) return act();
        lost ||= unstored !== "";
      })
      .catch((error) => {
        lost = true;
        fail(String(error));
      });
  };

  /** Stores records, all of them before any that is stored later. @param {string} records lines */
  const put = async (records) => {
    const stored = await Promise.all(
      lines(records).map((line) => session?.writer?.append(JSON.parse(line).seq, line)),
    );
    const failed = stored.find((one) => one && !one.ok);
    if (stored.length > 0) happened(failed ? "not-stored" : "stored", null, "", stored.length);
    if (!failed || failed.ok || !storing) return;
    lost = true;
    if (failed.error.kind === "quota" || failed.error.kind === "held") hold(failed.error);
    else fail(`${failed.error.message} What happens from now on is not stored.`);
  };

  /** Stores records after those before them, without waiting. @param {string} records */
  const write = (records) => {
    writing = put(records);
  };

  /** Creates and opens a session in the storage. @param {string} fresh its id */
  const begin = async (fresh) => {
    const storage = currentStorage();
    if (!storage) return false;
    const made = await storage.sessions.create({ id: fresh, title });
    if (!made.ok) return fail(made.error.message) ?? false;
    const opened = await storage.open(fresh);
    if (!opened.ok) return fail(opened.error.message) ?? false;
    await session?.close();
    [id, session] = [fresh, opened.value];
    if (isShown()) choose(id);
    return true;
  };

  /** Creates the session if there is none yet, and opens one that was closed. */
  const created = async () => {
    if (session) return;
    if (id) return void (await open({ id, title }, true));
    const fresh = crypto.randomUUID();
    if (await begin(fresh)) await put(log.create(fresh, Date.now()));
  };

  /** @param {() => string} make makes the records */
  const append = async (make) => {
    await created();
    if (!storing) return;
    write(make());
    // The first question is the title, until the user has named the session.
    if (!title && log.title()) {
      title = log.title();
      await currentStorage()?.sessions.change(id, { title });
    }
  };

  /** Appends an event. @param {object} body */
  const event = (body) => append(() => log.append(Date.now(), JSON.stringify(withRuntime(body))));

  /**
   * Stores the readable records of a damaged log, or of an older version, as a session in place of
   * the stored one, with its outputs and files. The stored one is deleted, which the list of
   * sessions can undo.
   *
   * @param {string[]} records
   */
  const rewrite = async (records) => {
    const [old, fresh, storage] = [id, crypto.randomUUID(), currentStorage()];
    if (!(await begin(fresh)) || !storage) return;
    for (const record of records) await put(record);
    await copyContents(storage, old, fresh);
    if (storing) await storage.sessions.remove(old);
  };

  /**
   * Completes a session with what is stored apart from its log.
   *
   * @param {any} read
   * @param {boolean} reading whether another tab writes it
   * @param {string} [why] why it is shown
   */
  const complete = async (read, reading, why = "This session was stored.") => {
    requests = read.requests;
    /** @type {{ files: import("./waiting.js").RestoredFile[] }} */
    const whole = await withContents(log, currentStorage(), id, read);
    waits.ask(reading ? [] : whole.files);
    const missing = missingOf(whole.files);
    const next = missing
      ? `Before its code can run again, ${missing}.`
      : "Its variables come back when its code runs again.";
    return { ...whole, reading, why: `${why} ${next}` };
  };

  /** Reads the session's log as it is stored now. */
  const current = async () => {
    const records = await recordsFrom(currentStorage(), id, {
      records: [],
      more: true,
      damage: null,
    });
    try {
      return JSON.parse(log.open(records.text, Date.now(), session?.writer === null));
    } catch (error) {
      return fail(/** @type {Error} */ (error).message);
    }
  };

  /** Shows the session as the other tab has stored it by now. */
  const refresh = async () => {
    if (outdated || !session || session.writer) return;
    outdated = true;
    await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
    outdated = false;
    const read = !session || session.writer ? null : await current();
    if (read) follow(await complete(read.session, true));
  };

  /** Goes on with the session that the other tab has left. */
  const takeOver = async () => {
    const taken = await session?.takeOver();
    const read = taken?.ok ? await current() : null;
    if (!read) return;
    storing = true;
    for (const record of read.ended) write(record);
    follow(await complete(read.session, false));
  };

  /**
   * @param {string} stored
   * @param {string} name
   * @param {OpenSession} opened
   */
  const load = async (stored, name, opened) => {
    const records = await recordsFrom(currentStorage(), stored, opened.log);
    /** @type {{ damage: string[], rewrite: string[] | null, ended: string[], session: any }} */
    let read;
    try {
      read = JSON.parse(log.open(records.text, Date.now(), opened.writer === null));
    } catch (error) {
      await opened.close();
      return fail(
        `This session cannot be opened: ${/** @type {Error} */ (error).message}. A new one begins in the list of sessions.`,
      );
    }
    [id, title, session, storing] = [stored, name, opened, opened.writer !== null];
    if (isShown()) choose(id);
    const damage = [...read.damage, ...(records.damage ? [records.damage.message] : [])];
    if (damage.length > 0) notify(`A part of this session could not be read: ${damage.join(" ")}`);
    if (!opened.writer) void takeOver();
    else {
      const anew = read.rewrite ?? (records.damage && lines(records.text));
      if (anew) await rewrite(anew);
      for (const record of read.ended) write(record);
    }
    return complete(read.session, !opened.writer);
  };

  /**
   * Opens a stored session.
   *
   * @param {{ id: string, title: string }} info
   * @param {boolean} wanted whether also if another tab has it
   */
  const open = async (info, wanted) => {
    const result = await currentStorage()?.open(info.id, { onRecords: () => void refresh() });
    if (!result?.ok) return fail(result?.error.message ?? "");
    if (result.value.writer || wanted) return load(info.id, info.title, result.value);
    // Another tab has it, and this tab was not asked for it: it begins a session of its own.
    await result.value.close();
    return null;
  };

  /**
   * Closes the session in the storage, so that other tabs may have it, unless what happened is only
   * here.
   */
  const close = async () => {
    await writing;
    if (session?.writer?.unsaved) return;
    await session?.close();
    session = undefined;
  };

  /** Opens the session again and shows what is stored. The page's settings stay. */
  const reopen = async () => {
    const opened = queue.then(() => {
      if (!id) return null;
      return session ? complete(JSON.parse(log.shown()), false) : open({ id, title }, true);
    });
    queue = opened.catch((error) => fail(String(error)));
    /** @type {any} */
    const read = await opened;
    if (!read) return;
    const { model: _, disclosure: __, seconds: ___, memory: ____, ...rest } = read;
    follow(rest);
  };

  const self = {
    ...presence({ program, isShown, reopen, close: () => (queue = queue.then(close)) }),
    ...handing,
    own,
    insitu,
    program,
    /** Returns the id; empty while the session is not stored yet. */
    id: () => id,
    title: () => title,
    /** Returns whether nothing has happened in the session yet. */
    isBlank: () => id === "" && storing,
    open,
    fail,
    notify,
    /**
     * Stores an event. The first one creates the session.
     *
     * @param {{ kind: string, end?: string, code?: string, file?: number }} body the event's body
     */
    record(body) {
      if (body.kind === "file-removed") waits.forget((file) => file.id === body.file);
      if (body.kind === "turn-ended") self.turnEnded(body.end === "answered");
      enqueue(() => event(body));
    },
    /**
     * Stores a request that leaves the browser, and its body.
     *
     * @param {number} turn
     * @param {string} to the address
     * @param {string} sha256 of the body
     * @param {string} body
     */
    keepRequest(turn, to, sha256, body) {
      enqueue(async () => {
        await created();
        const bytes = new TextEncoder().encode(body);
        const stored = await currentStorage()?.blobs.put(id, bytes, "application/json");
        const kept = stored?.ok
          ? { sha256: stored.value.digest, mediaType: "application/json", bytes: bytes.length }
          : null;
        await event({ kind: "request-sent", turn, to, bytes: bytes.length, sha256, body: kept });
      });
    },
    ...piecesOf({ log, enqueue, append }),
    /**
     * Stores the end of an execution with its outcome; large parts and the files that it wrote are
     * stored apart.
     *
     * @param {number} execution
     * @param {string} outcome as JSON
     * @param {(Blob | null)[]} contents of the files that it wrote, in their order
     */
    ended(execution, outcome, contents) {
      enqueue(async () => {
        await created();
        const { parts, lost } = await storeParts(log, currentStorage(), {
          session: id,
          outcome,
          contents,
          notify,
        });
        await append(() => log.ended(Date.now(), execution, outcome, JSON.stringify(parts), lost));
      });
    },
    /**
     * Keeps a file as well as the browser allows, and stores the event.
     *
     * @param {number} number the file's id
     * @param {string} name
     * @param {File} given
     * @param {import("./files.js").Wheel | null} [wheel] the package, if the user has had a wheel
     *   installed
     */
    keepFile(number, name, given, wheel) {
      handing.fileAdded(given, name);
      waits.forget((waiting) => waiting.name === name);
      enqueue(async () => {
        await created();
        const file = remember(id, name, given);
        const kept = await keep(file, {
          storage: currentStorage(),
          session: () => id,
          notify,
          enqueue,
          isShown,
          askForCopies: program.askForCopies,
        });
        await event({
          kind: "file-added",
          file: number,
          name,
          path: null,
          bytes: file.size,
          ...kept,
          ...(wheel && { wheel }),
        });
      });
    },
    /** Returns the log, while this tab stores the session; else undefined. */
    ownLog: () => (storing && session?.writer ? log : undefined),
    /** Returns whether another tab has the session. */
    isReading: () => Boolean(session && !session.writer),
    /** Returns why nothing is stored; empty where something is. */
    whyUnstored: () => unstored,
    /**
     * Returns what the page does by itself, as a sentence, while no other session can be shown;
     * undefined where it does nothing.
     */
    heldBy: own.heldBy,
    /**
     * Returns why nothing can be asked in the session at present; undefined where questions are
     * answered.
     */
    refusal: () => (session && !session.writer ? ELSEWHERE : own.busyWith()),
    /**
     * Shows the session as the log has it. The page's settings stay.
     *
     * @param {object} read what the log shows
     * @param {string} why why it is shown
     */
    async show(read, why) {
      follow(await complete(read, false, why));
    },
    /**
     * Returns the requests that the stored session has sent, with their bodies where they are kept.
     */
    storedRequests: () => withBodies(currentStorage(), requests),
    /**
     * Returns a stored outcome with its large parts, and the files that its code wrote.
     *
     * @param {import("./records.js").StoredOutcome} outcome
     */
    wholeOutcome: (outcome) => wholeOutcome(log, currentStorage(), outcome),
    /**
     * Returns the bytes of the large parts of a stored outcome, undefined for those that are not
     * there.
     *
     * @param {import("./records.js").StoredOutcome} outcome
     */
    partsOf: (outcome) => partsOf(currentStorage(), outcome),
    /** Reports that the page shows the turns of the log. */
    turnsShown() {
      if (!isShown()) return;
      waits.draw();
      turnsChanged();
    },
    /** Resolves once the page may be reloaded without losing anything recorded so far. */
    async stored() {
      await queue;
      await writing;
      self.turnsShown();
    },
    /**
     * Resolves once everything that happened is on the disk, with why something is not, as a
     * sentence; empty where all of it is.
     */
    async settled() {
      if (storing && session?.writer) enqueue(() => append(() => log.flush(Date.now())));
      await program.compared();
      await queue;
      const flushed = await session?.writer?.flush();
      if (unstored && lost) return `What happened is not stored. ${unstored}`;
      // One that was closed meanwhile has stored all of it before.
      if (!flushed || flushed.ok || flushed.error.kind === "closed") return "";
      return `${flushed.error.message} Until then, what happened is in this tab only.`;
    },
  };
  return self;
}
