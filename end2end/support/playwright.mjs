// Playwright's driver of Chromium. By `require`, since an import looks through its 3.6 MB for the names
// that it exports, in each process of tests again.

import { createRequire } from "node:module";

/** @type {typeof import("playwright-core")} */
const { chromium } = createRequire(import.meta.url)("playwright-core");

export { chromium };
