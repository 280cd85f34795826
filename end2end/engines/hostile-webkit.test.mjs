import { testHostile } from "../support/hostile-engine.mjs";

testHostile("webkit");
