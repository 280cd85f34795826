// To be imported by the entry of either frame before everything else.

import { PEERS, remove } from "./removal.js";

/** For the self-test alone, which sees by it whether the browser's list of allowed connections is in force. */
export const PeerConnection = self.RTCPeerConnection;

remove(self, PEERS);
