// SPDX-License-Identifier: Apache-2.0
// Builds the page from its content.

const page = JSON.parse(document.getElementById("page").textContent);

// The figures that are on the screen: what is drawn, where, and the chart.
const drawn = new Map();

// What goes wrong is seen, not only in the console.
window.addEventListener("error", (event) => {
  root.dataset.errors = Number(root.dataset.errors ?? 0) + 1;
  document.body.prepend(element("p", { className: "error" }, "This page is not as it should be: " + event.message));
});

function draw(figure, place) {
  drawn.get(place)?.chart.dispose();
  const chart = echarts.init(place, null, { renderer: "svg" });
  chart.setOption(optionOf(figure, ink()));
  drawn.set(place, { figure, chart });
}

function redraw() {
  for (const [place, { figure }] of drawn) draw(figure, place);
}

// The name of a file: the words of the title.
function fileName(figure, ending) {
  return figure.title.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean).join("-") + ending;
}

function save(name, url) {
  element("a", { href: url, download: name }).click();
}

// The option with the title, which stands beside the chart on the page.
function titled(figure) {
  const colours = ink();
  const option = optionOf(figure, colours);
  option.title = { text: figure.title, left: "center", bottom: 2, textStyle: { color: colours.text, fontSize: 14 } };
  if (option.grid) option.grid.bottom += 30;
  option.series.filter((series) => series.type === "sankey").forEach((series) => (series.bottom += 24));
  option.dataZoom = undefined;
  return option;
}

// A chart of its own for a picture.
function picture(figure, place, renderer, use) {
  const away = element("div", { style: "position:absolute;left:-99999px" });
  Object.assign(away.style, { width: place.clientWidth + "px", height: place.clientHeight + 30 + "px" });
  document.body.append(away);
  const chart = echarts.init(away, null, { renderer });
  chart.setOption(titled(figure));
  use(chart);
  chart.dispose();
  away.remove();
}

function saveSvg(figure, place) {
  picture(figure, place, "svg", (chart) => {
    const url = URL.createObjectURL(new Blob([chart.renderToSVGString()], { type: "image/svg+xml" }));
    save(fileName(figure, ".svg"), url);
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
}

function savePng(figure, place) {
  picture(figure, place, "canvas", (chart) => save(fileName(figure, ".png"), chart.getDataURL({ type: "png", pixelRatio: 2 })));
}

function figureOf(figure) {
  const place = element("div", { className: "chart" });
  place.style.height = heightOf(figure) + "px";
  const svg = element("button", { type: "button", onclick: () => saveSvg(figure, place) }, "SVG");
  const png = element("button", { type: "button", onclick: () => savePng(figure, place) }, "PNG");
  svg.title = "save as SVG";
  png.title = "save as PNG";
  const made = element("figure", { className: figure.flow || figure.roofline || figure.bars?.stacked ? "wide" : "" },
    element("figcaption", {}, element("h3", {}, figure.title), svg, png), element("p", {}, figure.about), place);
  made.dataset.figure = figure.id;
  return [made, () => draw(figure, place)];
}

function partOf(part) {
  if (part.figure) return figureOf(part.figure);
  if (part.table) return [tableOf(part.table), null];
  return [element("div", { className: "note" }, part.note), null];
}

// All parts, with what draws them, and the choice that each belongs to.
const parts = [];

function sectionOf(section, i) {
  const grid = element("div", { className: "grid" });
  for (const part of section.parts) {
    const [made, draws] = partOf(part);
    grid.append(made);
    parts.push({ of: part.of, made, draws, done: false });
  }
  return element("section", { id: "section" + i }, element("h2", {}, section.title), element("p", {}, section.about), grid);
}

// Shows what belongs to the choice; a chart is drawn when it is shown first, as it has no size before.
function choose(choice) {
  for (const part of parts) {
    part.made.hidden = part.of !== undefined && part.of !== choice;
    if (part.made.hidden || part.done) continue;
    part.draws?.();
    part.done = true;
  }
  for (const { chart } of drawn.values()) chart.resize();
}

function build() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => setTheme(system.matches ? "dark" : "light");
  follow();
  const theme = element("button", { type: "button", className: "theme" }, "light / dark");
  theme.addEventListener("click", () => { setTheme(otherTheme()); redraw(); });
  system.addEventListener("change", () => { follow(); redraw(); });

  const links = page.sections.map((section, i) => element("a", { href: "#section" + i }, section.title));
  const bar = element("nav", {}, ...links);
  if (page.choices.length > 1) {
    const options = page.choices.map((name, i) => element("option", { value: i, selected: i === page.choice }, name));
    const select = element("select", { id: "choice" }, ...options);
    select.addEventListener("change", () => choose(Number(select.value)));
    bar.append(element("label", {}, "in detail: ", select));
  }
  bar.append(theme);
  const header = document.getElementById("top");
  header.append(element("h1", {}, page.title), element("p", {}, page.about));
  header.after(element("div", { className: "bar" }, bar));
  Object.assign(bar.style, { maxWidth: "1480px", margin: "0 auto", padding: "8px 24px" });

  document.getElementById("content").append(...page.sections.map(sectionOf));
  choose(page.choice);
  let waiting = 0;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { for (const { chart } of drawn.values()) chart.resize(); }, 100);
  });
  root.dataset.ready = "yes";
}

build();
