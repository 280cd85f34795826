// Properties of the global object that single journeys define in the page.

declare global {
  /** How many messages the frame has answered, see 20-rendered.test.mjs. */
  var answered: number;
  /** A removed result, see 28-drawn.test.mjs. */
  var gone: WeakRef<HTMLElement>;
}

export {};
