// To be imported by the worker before everything else.

import { PEERS, UNHELD, remove } from "./removal.js";

remove(self, [...PEERS, ...UNHELD]);
