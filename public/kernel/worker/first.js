// To be imported by the worker before everything else.

import { PEERS, UNHELD, remove } from "../../frames/removal.js";

remove(self, [...PEERS, ...UNHELD]);
