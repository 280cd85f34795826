// Must be the first import of either frame's entry.

import { PEERS, remove } from "./removal.ts";

/**
 * For the self-test only, which detects with it whether the browser's list of allowed connections
 * is in force.
 */
export const PeerConnection = self.RTCPeerConnection;

remove(self, PEERS);
