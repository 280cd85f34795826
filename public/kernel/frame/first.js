// To be imported by a frame's entry before everything else.

import { PEERS, remove } from "../worker/removal.js";

/** For the self-test alone, which sees by it whether the browser's list of allowed connections is in force. */
export const PeerConnection = self.RTCPeerConnection;

remove(self, PEERS);
