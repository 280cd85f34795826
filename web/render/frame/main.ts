// The frame's entry point: waits for the page's port, once, and serves it. Every other message is
// ignored.

import "../../frames/first.ts";

import { serve } from "./frame.ts";

const adopt = (event: MessageEvent) => {
  if (event.source !== self.parent || event.data?.insitu !== "render" || event.ports.length !== 1)
    return;
  removeEventListener("message", adopt);
  serve(event.ports[0]);
};
addEventListener("message", adopt);
