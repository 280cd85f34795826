// Plotly with all trace types, in the build that needs no `eval`.

import Plotly from "plotly.js-strict-dist-min";
import { drawer } from "./plotly/draw.ts";

self.insituRender = { draw: drawer(Plotly) };
