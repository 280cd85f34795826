// The types of the page's storage of sessions (`web/storage`): its interface, and what its
// database contains.

import type { DBSchema, IDBPDatabase } from "idb";

/**
 * What an operation of the storage failed of:
 * - `denied`: the browser refuses storage (private window, disabled for this site)
 * - `unavailable`: the browser's storage fails (damaged, disk errors)
 * - `quota`: there is no space left
 * - `blocked`: another tab holds an older version of the database open
 * - `outdated`: another tab has a newer version of the page, and this tab has closed its connection
 * - `newer`: the database was written by a newer version of the page
 * - `erased`: everything was deleted by this tab or another one
 * - `interrupted`: the browser ended the connection or a transaction
 * - `corrupt`: a record is damaged or missing
 * - `conflict`: another tab has written to the same session
 * - `locked`: the session is open for writing elsewhere
 * - `order`: a record does not have the next sequence number
 * - `gone`: the session, blob or file does not exist or has been deleted
 * - `held`: earlier records could not be stored yet
 * - `closed`: the storage or the session has been closed
 * - `permission`: the user has not allowed reading a file
 * - `missing`: a file is no longer where it was
 * - `changed`: a file is not the one that was added
 * - `unsupported`: the browser lacks what the operation needs
 * - `bounds`: a saved function is too large, or there are too many
 * - `taken`: another saved function has this name
 * - `unknown`: anything else
 */
export type ErrorKind =
  | "denied"
  | "unavailable"
  | "quota"
  | "blocked"
  | "outdated"
  | "newer"
  | "erased"
  | "interrupted"
  | "corrupt"
  | "conflict"
  | "locked"
  | "order"
  | "gone"
  | "held"
  | "closed"
  | "permission"
  | "missing"
  | "changed"
  | "unsupported"
  | "bounds"
  | "taken"
  | "unknown";

/** A failure as a value. `message` is for the user and says what to do. */
export interface StorageError {
  readonly kind: ErrorKind;
  readonly message: string;
  /** What was being written, for `quota`. */
  readonly during?: Writing;
  /** How many bytes were to be written, for `quota`. */
  readonly needed?: number;
  /** The sequence number of the first record that cannot be read, for `corrupt`. */
  readonly seq?: number;
  /** The file as it is now, for `changed`. */
  readonly file?: File;
  /** Whether the browser asks the user once `ask` is set, for `permission`. */
  readonly askable?: boolean;
  /** The browser's own words. */
  readonly cause?: string;
}

/** What is being written when space runs out. */
export type Writing = "append" | "blob" | "file" | "function";

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: StorageError };

/** A record of a session's log. */
export interface LogRecord {
  seq: number;
  text: string;
}

/** A part of a log; `damage` says that the records after it cannot be read. */
export interface LogPart {
  records: LogRecord[];
  /** Whether there are further records that can be read. */
  more: boolean;
  damage: StorageError | null;
}

/**
 * A session as the index lists it. Times are milliseconds since 1970; `deleted` is set while its
 * deletion can be undone.
 */
export interface SessionInfo {
  id: string;
  title: string;
  created: number;
  changed: number;
  pinned: boolean;
  deleted?: number;
  /**
   * The size of its records, of its blobs and of its copies of files; what it shares with other
   * sessions counts in each.
   */
  bytes: number;
  /** The sequence number of its last record; null while there is none. */
  last: number | null;
}

export interface BlobInfo {
  /** Its SHA-256; for a copy of a file see {@link FileInfo.digest}. */
  digest: string;
  mediaType: string;
  size: number;
  created: number;
}

/**
 * How a file is kept: by a handle to the user's file, as a copy, or only by name, size and digest.
 */
export type Keeping = "handle" | "copy" | "reference";

export interface FileInfo {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  lastModified: number;
  mediaType: string;
  /**
   * The SHA-256 of at most 4 MiB; of more, `tree:` and the SHA-256 over the SHA-256s of its pieces
   * of 4 MiB.
   */
  digest: string;
  keeping: Keeping;
  /** Why it is not kept better than it is; null if nothing failed. */
  reason: StorageError | null;
}

export interface Space {
  /**
   * Bytes that this site uses and may use, as the browser estimates them; null if it does not
   * say.
   */
  usage: number | null;
  quota: number | null;
  /**
   * Whether the browser has promised not to remove the data; `unasked` before there is something to
   * lose, and until the user has answered.
   */
  persistence: "persisted" | "refused" | "unasked" | "unsupported";
}

export interface Writer {
  /**
   * The sequence number that the next record must have; null if the log is empty and any is
   * accepted.
   */
  readonly next: number | null;
  /** How many records are not stored yet. */
  readonly unsaved: number;
  /**
   * Stores a record after all earlier ones. If that fails, it is kept in memory in its place
   * until `retry` or `discard`.
   */
  append(seq: number, text: string): Promise<Result<number>>;
  /**
   * Resolves once everything appended so far is on the disk, so that a loss of power does not
   * remove it.
   */
  flush(): Promise<Result<void>>;
  /** Tries again to store the records that are held. */
  retry(): Promise<Result<void>>;
  /** Forgets the records that are held, and returns them. */
  discard(): LogRecord[];
}

export interface OpenSession {
  /** The writer; null while another tab has it. */
  readonly writer: Writer | null;
  /**
   * Whether the browser has Web Locks. Without, a second tab is not kept from writing, and a
   * conflict ends with an error.
   */
  readonly locks: boolean;
  /** The log when it was opened. */
  readonly log: LogPart;
  /** Becomes the writer once the other tab closes the session; `now` does not wait. */
  takeOver(options?: { now?: boolean; signal?: AbortSignal }): Promise<Result<Writer>>;
  /** Stores what is unsaved and releases the session. */
  close(): Promise<Result<void>>;
}

export interface OpenOptions {
  /** Called with records that another tab has written, in order. */
  onRecords?: (records: LogRecord[]) => void;
  /** Called when a record of the other tab cannot be read. */
  onError?: (error: StorageError) => void;
}

export interface Sessions {
  list(): Promise<Result<SessionInfo[]>>;
  create(session: { id: string; title: string }): Promise<Result<SessionInfo>>;
  change(id: string, change: { title?: string; pinned?: boolean }): Promise<Result<void>>;
  /** Copies a session, up to and with the record `until`. Blobs and copies of files are shared. */
  duplicate(
    id: string,
    copy: { id: string; title: string; until?: number },
  ): Promise<Result<SessionInfo>>;
  /** Marks a session as deleted, until `restore` or the purge. */
  remove(id: string): Promise<Result<void>>;
  restore(id: string): Promise<Result<void>>;
  /**
   * Deletes the sessions that were removed at least so many milliseconds ago, and blobs that no
   * session refers to.
   */
  purge(age?: number): Promise<Result<{ sessions: string[]; blobs: number }>>;
}

export interface Blobs {
  /** Stores bytes once, whichever sessions they belong to, and returns their SHA-256. */
  put(
    session: string,
    bytes: Blob | Uint8Array<ArrayBuffer>,
    mediaType: string,
  ): Promise<Result<BlobInfo>>;
  get(digest: string): Promise<Result<Blob>>;
  list(session: string): Promise<Result<(BlobInfo & { sessions: number })[]>>;
  /** Ends a session's use of a blob; a blob without use is deleted. */
  drop(session: string, digest: string): Promise<Result<void>>;
}

export interface Files {
  /**
   * Keeps a file of the user as well as the browser allows: by handle, else as a copy if `copy` is
   * set and space allows, else by name.
   */
  add(
    session: string,
    added: { file: File; handle?: FileSystemFileHandle; copy?: boolean },
  ): Promise<Result<FileInfo>>;
  list(session: string): Promise<Result<FileInfo[]>>;
  /**
   * Returns the file. `ask` may ask for permission, which needs a click; `accept` takes a changed
   * file as the new state.
   */
  open(
    session: string,
    name: string,
    options?: { ask?: boolean; accept?: boolean },
  ): Promise<Result<File>>;
  /**
   * Says whether a file that the user has added again is the one that the session knows under its
   * name.
   */
  compare(session: string, file: File): Promise<Result<FileInfo>>;
  /**
   * Keeps all files of a session for another one in the same way: handles and copies are shared.
   */
  share(from: string, to: string): Promise<Result<void>>;
  /**
   * Deletes the copies of a session's files, or of the one of this name, and returns how many; the
   * files are known by their names from then on.
   */
  release(session: string, name?: string): Promise<Result<number>>;
  remove(session: string, name: string): Promise<Result<void>>;
}

/** A function that the user has saved, for all sessions. */
export interface SavedFunction {
  name: string;
  /** Its name and parameters, without the values of defaults. */
  signature: string;
  docstring: string;
  /** Imports, and one definition. */
  source: string;
  /** The global names that it needs and does not import. */
  names: string[];
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  /** The id of the session that it was saved in; empty if there was none. */
  session: string;
}

export interface Functions {
  /** Returns all of them, by name. */
  list(): Promise<Result<SavedFunction[]>>;
  /**
   * Stores a function. `instead` is the name of the one that it takes the place of; without, one of
   * its name is not replaced. Times that are given are kept, so that a removed function can be
   * stored again.
   */
  put(
    saved: Omit<SavedFunction, "created" | "changed"> & { created?: number; changed?: number },
    options?: { instead?: string },
  ): Promise<Result<SavedFunction>>;
  remove(name: string): Promise<Result<void>>;
}

export interface SessionStorage {
  readonly sessions: Sessions;
  readonly blobs: Blobs;
  readonly files: Files;
  readonly functions: Functions;
  read(session: string, range?: { from?: number; limit?: number }): Promise<Result<LogPart>>;
  open(session: string, options?: OpenOptions): Promise<Result<OpenSession>>;
  space(): Promise<Result<Space>>;
  /** Closes the sessions that are open, which stores what is unsaved, and the connection. */
  close(): Promise<void>;
}

export interface StorageOptions {
  /**
   * Called when space runs out. Deletes what the page can do without and resolves with whether it
   * has deleted something; the operation is then tried again. Must not wait for the session's own
   * writer, which waits for it.
   */
  makeRoom?: (error: StorageError) => Promise<boolean>;
  /**
   * Called when this tab has lost its connection and has to be reloaded: `outdated` or `erased`.
   */
  onLost?: (error: StorageError) => void;
}

/**
 * What is left after everything has been deleted, as the browser lists it. `null`: the browser
 * cannot list it.
 */
export interface Proof {
  /** What has been deleted. */
  deleted: { databases: string[]; folders: string[] };
  /** What the site has afterwards. */
  left: {
    databases: string[] | null;
    folders: string[] | null;
    /** The page itself, for when the server is away, is in one of them. */
    caches: string[] | null;
    /** The keys of the window's storages. */
    keys: string[] | null;
    usage: number | null;
  };
  /** What was to be deleted and is still there. */
  failed: StorageError[];
}

/** The rows of the database. */
export interface Schema extends DBSchema {
  sessions: {
    key: string;
    value: { id: string; title: string; created: number; pinned: boolean; deleted?: number };
  };
  heads: { key: string; value: Head };
  records: { key: [session: string, seq: number]; value: { text: string; check: number } };
  blobs: { key: string; value: BlobInfo };
  /** The bytes of a blob; an ArrayBuffer if the browser stores no Blob. */
  contents: { key: string; value: Blob | ArrayBuffer };
  references: {
    key: [session: string, digest: string];
    value: { session: string; digest: string; size: number };
    indexes: { digest: string };
  };
  files: {
    key: [session: string, name: string];
    value: StoredFile;
    indexes: { copy: string };
  };
  functions: { key: string; value: SavedFunction };
}

/** The end of a log, written with its records. */
export interface Head {
  session: string;
  first: number | null;
  last: number | null;
  bytes: number;
  changed: number;
}

export interface StoredFile extends Omit<FileInfo, "reason"> {
  session: string;
  handle?: FileSystemFileHandle;
  /** The digest of its copy. */
  copy?: string;
}

export type Database = IDBPDatabase<Schema>;

declare global {
  interface FileSystemHandle {
    /** Not in every browser. */
    queryPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
    requestPermission?(descriptor: { mode: "read" }): Promise<PermissionState>;
  }
}
