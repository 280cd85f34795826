// Plotly with the trace types that most figures need.

import Plotly from "plotly.js-cartesian-dist-min";
import { drawer } from "./plotly/draw.ts";

self.insituRender = { draw: drawer(Plotly) };
