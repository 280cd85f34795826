// Must be the engine's first import: hides what leads out before the engine's own script inspects
// its environment.

import { PEERS, UNCONTROLLED, remove } from "../../frames/removal.ts";
import { sealScope } from "../worker/seal.ts";

/** What the engine's worker itself still needs. */
export const postMessage = self.postMessage.bind(self);
/** Reads the files that SQL names. */
export const Reader = self.FileReaderSync;

remove(self, [...PEERS, ...UNCONTROLLED, "FileReaderSync"]);

/** `serve` sets the bytes that `fetch` answers with. */
export const { BASE, serve, unserve } = sealScope(self);
