// The data of `web/endpoint`.

/** A key that is stored, encrypted with a passphrase. Bytes are in base64. */
export interface SealedKey {
  iterations: number;
  salt: string;
  iv: string;
  data: string;
}

/**
 * Why a request got no answer. `blocked`: the browser does not say why; `policy`: the page's own;
 * `silent`: no answer in time.
 */
export type Reason = "blocked" | "policy" | "silent";

/** A request to the endpoint. */
export interface Sending {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  /**
   * The name of the header that carries the key, and what precedes the key in it; null if the
   * endpoint takes none.
   */
  key: [name: string, before: string] | null;
  body?: string;
  /** How long the endpoint may be silent before it answers, in milliseconds. */
  limit: number;
}

/** What comes back: a response that begins, or why there is none. */
export type Reply =
  | { problem: Reason }
  | {
      problem?: undefined;
      ok: boolean;
      status: number;
      /** Whether it is JSON. */
      whole: boolean;
      retryAfter: string | null;
      bytes(): ReadableStream<Uint8Array>;
      /** Reads it without the key; of an error only the beginning. */
      text(): Promise<string>;
      /** Returns a text without the key. */
      masked(text: string): string;
    };
