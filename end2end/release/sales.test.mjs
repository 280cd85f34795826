// The first journey of a user, on the release build.

import "../journeys/01-sales.test.mjs";
