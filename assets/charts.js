// <plotly-chart figure="{…}" here="80">: a Plotly figure, drawn once it is in view and redrawn when
// its attributes or the theme change; `failed` if Plotly did not load. Colours name CSS custom
// properties; `here` is the step of its first shape.
const idle = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
const load = () => import(new URL("plotly/plotly.min.js", document.baseURI)).then(() => window.Plotly);
// The layout that all figures share.
const LOOK = { layout: {
  paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: "--ink-3", size: 12 },
  margin: { l: 8, r: 14, t: 24, b: 8 }, showlegend: false, hovermode: "x unified",
  hoverlabel: { bgcolor: "--card", bordercolor: "--line-2", font: { color: "--ink" }, namelength: -1 },
  modebar: { bgcolor: "rgba(0,0,0,0)", color: "--ink-3", activecolor: "--accent" },
  xaxis: { automargin: true, nticks: 6, showgrid: false, zerolinecolor: "--line-2", tickcolor: "--line-2", spikecolor: "--ink-3", spikedash: "dot", spikethickness: 1 },
  yaxis: { automargin: true, nticks: 6, gridcolor: "--line", zerolinecolor: "--line-2", tickcolor: "--line-2" },
  shapedefaults: { yref: "paper", y0: 0, y1: 1 },
  annotationdefaults: { y: 1, yref: "paper", xanchor: "left", yanchor: "bottom", showarrow: false, bgcolor: "--bad", font: { color: "--card", size: 10 } },
} };
const MODE = { displaylogo: false, modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d"]] };

const sight = new IntersectionObserver((all) => {
  for (const { target, isIntersecting } of all) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    const failed = () => target.setAttribute("failed", "");
    idle().then(load).then(idle).then(() => target.draw(), failed);
  }
}, { rootMargin: "900px" });
const size = new ResizeObserver((all) => {
  for (const { target } of all) if (target.drawn && target.offsetParent) Plotly.Plots.resize(target.plot);
});
// Gradio removes elements that it has not rendered itself.
const kept = new MutationObserver((all) => {
  for (const { target } of all) if (!target.firstChild) target.append(target.plot);
});
new MutationObserver(() => {
  for (const one of document.querySelectorAll("plotly-chart")) if (one.drawn) one.draw();
}).observe(document.body, { attributeFilter: ["class"] });

class PlotlyChart extends HTMLElement {
  static observedAttributes = ["figure", "here"];
  plot = document.createElement("div");

  get drawn() {
    return "data" in this.plot;
  }
  connectedCallback() {
    this.append(this.plot);
    kept.observe(this, { childList: true });
    for (const watch of [sight, size]) watch.observe(this);
  }
  disconnectedCallback() {
    for (const watch of [sight, size]) watch.unobserve(this);
    if (this.drawn) Plotly.purge(this.plot);
  }
  attributeChangedCallback(name, before, here) {
    if (!this.drawn) return;
    if (name === "here") Plotly.relayout(this.plot, { "shapes[0].x0": here, "shapes[0].x1": here });
    else this.draw();
  }
  draw() {
    if (!this.isConnected) return;
    const style = getComputedStyle(this);
    const paint = (key, value) => (key.endsWith("color") ? style.getPropertyValue(value) || value : value);
    const { data, layout } = JSON.parse(this.getAttribute("figure"), paint);
    layout.template = JSON.parse(JSON.stringify(LOOK), paint);
    layout.font = { family: style.fontFamily };
    layout.dragmode = !matchMedia("(pointer: coarse)").matches && "zoom"; // a finger scrolls the page
    if (this.hasAttribute("here")) layout.shapes[0].x0 = layout.shapes[0].x1 = this.getAttribute("here");
    Plotly.react(this.plot, data, layout, MODE);
    for (const one of this.plot.querySelectorAll(".main-svg")) one.ariaHidden = "true"; // told in words beside it
  }
}
customElements.define("plotly-chart", PlotlyChart);
