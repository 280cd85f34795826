// Must be the worker's first import.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.js";

remove(self, [...PEERS, ...UNCONTROLLED]);
