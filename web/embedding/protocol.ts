// What the page of another site and the page that it embeds send each other. Both come from the
// same build, but their versions need not be the same.

/**
 * The version of the messages. A page answers a greeting of another version too, and names its own,
 * so that the element can say which is older.
 */
export const VERSION = 1;

/** A greeting: the element sends it to the frame until the frame answers. */
export type Greeting = { insitu: "embed"; version: number };

/** The frame's answer, with the port that everything else goes through. */
export type Welcome = { insitu: "embedded"; version: number };

/** What the element asks the frame to do. */
export type Call = { id: number } & (
  | { call: "ready" }
  | { call: "addFile"; file: File }
  | { call: "ask"; question: string }
  | { call: "interrupt" }
  | { call: "settled" }
  | { call: "idle" }
);

/**
 * What the frame sends: the end of a call, with a sentence if it failed; a complete turn as
 * JSON, `Turn` of `docs/automation.md`; or why it sends no turns any more.
 */
export type Message =
  | { id: number; value?: unknown; error?: string }
  | { turn: string }
  | { withheld: string };
