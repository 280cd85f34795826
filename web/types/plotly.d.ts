// The parts of Plotly that web/render uses. Neither of its builds comes with types. A figure may
// come from code that the user runs, so any attribute may be present.

declare module "plotly.js-cartesian-dist-min" {
  export interface Line {
    color?: string;
    width?: number;
    dash?: string;
    shape?: string;
  }

  export interface Marker {
    color?: string | Array<number | null>;
    colors?: string[];
    size?: number | number[];
    symbol?: string;
    line?: Line;
    [attribute: string]: unknown;
  }

  /** A list of values, or one that Plotly's Python package encodes as base64. */
  export type Values = unknown[] | { bdata: string; dtype: string };

  export interface Trace {
    type?: string;
    name?: string;
    visible?: boolean | "legendonly";
    showlegend?: boolean;
    legend?: string;
    legendgroup?: string;
    labels?: string[];
    color?: string;
    fillcolor?: string;
    line?: Line;
    marker?: Marker;
    hovertemplate?: string;
    x?: Values;
    y?: Values;
    [attribute: string]: unknown;
  }

  export interface Axis {
    type?: string;
    title?: Title;
    range?: unknown[];
    autorange?: boolean | string;
    [attribute: string]: unknown;
  }

  export interface PolarAxes {
    angularaxis: Axis;
    radialaxis: Axis;
    [attribute: string]: unknown;
  }

  export interface Scene {
    xaxis: Axis;
    yaxis: Axis;
    zaxis: Axis;
    camera?: object;
    [attribute: string]: unknown;
  }

  export interface Title {
    text?: string;
    [attribute: string]: unknown;
  }

  export interface Annotation {
    text?: string;
    [attribute: string]: unknown;
  }

  export interface Legend {
    itemclick?: string | false;
    groupclick?: string;
    [attribute: string]: unknown;
  }

  export interface Layout {
    title?: Title;
    width?: number;
    height?: number;
    annotations?: Annotation[];
    barmode?: string;
    colorway?: string[];
    dragmode?: string | false;
    font?: object;
    hiddenlabels?: string[];
    legend?: Legend;
    showlegend?: boolean;
    template?: unknown;
    [axis: `xaxis${string}`]: Axis;
    [axis: `yaxis${string}`]: Axis;
    [axes: `polar${string}`]: PolarAxes;
    [axes: `scene${string}`]: Scene;
    [attribute: string]: unknown;
  }

  export interface Figure {
    data: Trace[];
    layout: Layout;
    frames?: object[];
    config?: object;
  }

  /** A trace as Plotly completes it. */
  export interface FullTrace extends Trace {
    index: number;
    name: string;
    legendgrouptitle?: { text?: string };
    increasing?: { line?: Line };
  }

  /** A computed point, for instance a slice. */
  export interface CalculatedPoint {
    trace?: FullTrace;
    label: string;
    color: string;
    hidden?: boolean;
  }

  /** An element that Plotly draws in, with the state that Plotly keeps there. */
  export interface Graph extends HTMLElement {
    layout?: Layout;
    _fullData?: FullTrace[];
    _fullLayout?: Layout;
    calcdata?: CalculatedPoint[][];
    on(event: "plotly_afterplot", listener: () => void): void;
  }

  export interface Plotly {
    react(graph: HTMLElement, figure: Figure): Promise<Graph>;
    restyle(graph: HTMLElement, update: Trace, traces: number[]): Promise<Graph>;
    relayout(graph: HTMLElement, update: Layout): Promise<Graph>;
    toImage(
      figure: Figure,
      options: { format: "png"; scale: number; width?: number; height?: number },
    ): Promise<string>;
  }

  const plotly: Plotly;
  export default plotly;
}

declare module "plotly.js-strict-dist-min" {
  export { default } from "plotly.js-cartesian-dist-min";
}
