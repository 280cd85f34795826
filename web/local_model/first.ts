// Must be the worker's first import.

import { PEERS, UNCONTROLLED, remove } from "../frames/removal.ts";

remove(self, [...PEERS, ...UNCONTROLLED]);
