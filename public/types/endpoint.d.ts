// The data of `public/endpoint`, and the codecs of the page's program (`frontend/src/codecs.rs`).

/** A wire format, by the name that the server's configuration has for it too. */
export type Kind = "chat-completions" | "anthropic" | "responses";

/** Where an endpoint is. `base` has no slash at its end, and the paths of requests are appended to it. */
export interface Address {
  base: string;
  origin: string;
  host: string;
}

/** A model of the endpoint that the user chose. */
export interface ChosenModel {
  id: string;
  /** Whether it sees images. */
  images: boolean;
  /** Whether it writes its code as text, since it cannot call tools. */
  fenced: boolean;
  /** How many tokens it can read, if the endpoint says so. */
  window?: number | null;
}

/** The endpoint that is connected, without its key. */
export interface Connection {
  kind: Kind;
  base: string;
  models: ChosenModel[];
  /** Whether it needs no key. */
  keyless: boolean;
}

/** A key that is stored, encrypted with a passphrase. Bytes are in base64. */
export interface SealedKey {
  iterations: number;
  salt: string;
  iv: string;
  data: string;
}

/** What the browser's storage has of an endpoint whose key the user kept. */
export interface Kept extends Connection {
  version: 1;
  key: SealedKey;
}

/** What came of a test, or of a request, in words. `models` are the ids that the endpoint lists, if it does. */
export interface Tested {
  ok: boolean;
  sentence: string;
  /** What to do, one step each; those that begin with a command or a setting have it as `code`. */
  steps: { text: string; code?: string }[];
  models: string[];
  /** Returns how many tokens a model can read; null where the endpoint does not say. */
  window?: (id: string) => Promise<number | null>;
}

/** A request that is ready: the page records it, and then has it sent. */
export interface Prepared {
  to: string;
  body: string;
  /** Sends it, and resolves when the answer begins; with undefined if the endpoint wants it in another form, so that it has to be prepared again. */
  send(signal: AbortSignal): Promise<AnswerStream | undefined>;
}

/** An answer that begins. That of the model in this tab has only bytes: events of Chat Completions. */
export interface AnswerStream {
  bytes: ReadableStream<Uint8Array>;
  kind?: Kind;
  /** Whether it is one JSON object instead of events. */
  whole?: boolean;
  host?: string;
  model?: string;
  /** Returns a text without the key. */
  masked?: (text: string) => string;
}

/** The codecs: functions from JSON to JSON. */
export interface Codecs {
  encodeRequest(input: string): string;
  requestProtocol(kind: string): string;
  explainFailure(input: string): string;
}
