// Plotly with all traces, in the form that needs no `eval`.

import Plotly from "plotly.js-strict-dist-min";
import { drawer } from "./plotly/draw.js";

self.insituRender = { draw: drawer(Plotly) };
