// SPDX-License-Identifier: Apache-2.0
// The option of ECharts for each kind of figure.

// Bars that still have room for their figures, and groups that are shown at a time.
const MOST_LABELS = 24;
const MOST_GROUPS = 40;

function frame(colours) {
  return {
    animation: false,
    color: PALETTE,
    backgroundColor: colours.card,
    textStyle: { color: colours.text, fontFamily: getComputedStyle(document.body).fontFamily },
    tooltip: {
      confine: true,
      backgroundColor: colours.card,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 12 },
    },
    legend: { type: "scroll", icon: "roundRect", itemWidth: 16, itemHeight: 10, top: 0, textStyle: { color: colours.text }, pageTextStyle: { color: colours.text } },
    grid: { left: 12, right: 24, top: 56, bottom: 8, containLabel: true },
  };
}

function axis(colours, more) {
  return {
    axisLabel: { color: colours.text, hideOverlap: true, formatter: more.type === "category" ? undefined : short, ...more.axisLabel },
    axisLine: { lineStyle: { color: colours.soft } },
    splitLine: { show: more.type !== "category", lineStyle: { color: colours.line } },
    nameTextStyle: { color: colours.soft, align: more.align },
    ...Object.fromEntries(Object.entries(more).filter(([key]) => key !== "axisLabel" && key !== "align")),
  };
}

function barsOption(bars, colours) {
  const option = frame(colours);
  const many = bars.groups.length * bars.series.length > MOST_LABELS;
  const category = axis(colours, {
    type: "category",
    data: bars.groups,
    inverse: bars.stacked,
    axisLabel: { interval: 0, width: bars.stacked ? 300 : 110, overflow: "truncate", rotate: !bars.stacked && bars.groups.length > 8 ? 40 : 0 },
  });
  const value = axis(colours, { type: "value", name: bars.unit, align: "left", nameGap: bars.stacked ? 6 : 12 });
  if (bars.stacked && bars.unit === "%") value.max = 100;
  [option.xAxis, option.yAxis] = bars.stacked ? [value, category] : [category, value];
  option.tooltip.trigger = "axis";
  option.tooltip.axisPointer = { type: "shadow" };
  option.tooltip.valueFormatter = (figure) => withUnit(figure, bars.unit);
  option.legend.show = bars.series.length > 1;
  if (bars.stacked) Object.assign(option.grid, { top: 32, bottom: 10, right: 44 });
  option.series = bars.series.map((series) => ({
    type: "bar",
    name: series.name,
    data: series.values,
    stack: bars.stacked ? "all" : undefined,
    barMaxWidth: 46,
    emphasis: { focus: "series" },
    label: { show: !many && !bars.stacked, position: "top", color: colours.text, formatter: ({ value }) => short(value) },
  }));
  if (bars.line !== undefined && option.series.length > 0) {
    option.series[0].markLine = {
      silent: true, symbol: "none", label: { show: false },
      lineStyle: { color: colours.soft, type: "dashed" }, data: [{ yAxis: bars.line }],
    };
  }
  if (bars.groups.length > MOST_GROUPS) {
    const zoom = { startValue: 0, endValue: MOST_GROUPS - 1, [bars.stacked ? "yAxisIndex" : "xAxisIndex"]: 0 };
    option.dataZoom = [{ type: "inside", zoomOnMouseWheel: false, ...zoom }, { type: "slider", ...zoom }];
    option.grid[bars.stacked ? "right" : "bottom"] = 60;
  }
  return option;
}

function linesOption(lines, colours) {
  const option = frame(colours);
  option.grid.bottom = 46;
  option.xAxis = axis(colours, { type: "value", name: lines.x, nameLocation: "middle", nameGap: 26, min: "dataMin", max: "dataMax", splitLine: { show: false } });
  option.yAxis = axis(colours, { type: "value", name: lines.unit, align: "left", nameGap: 10 });
  if (lines.names) {
    Object.assign(option.yAxis, { min: 0, max: lines.names.length - 1, interval: 1 });
    option.yAxis.axisLabel.formatter = (at) => lines.names[at] ?? "";
  }
  option.tooltip.trigger = "axis";
  option.tooltip.valueFormatter = (figure) => lines.names?.[figure] ?? withUnit(figure, lines.unit);
  option.dataZoom = [{ type: "inside", zoomOnMouseWheel: "ctrl" }, { type: "slider", height: 14, bottom: 4, textStyle: { color: colours.soft } }];
  option.legend.show = lines.traces.length > 1;
  option.series = lines.traces.map((trace) => ({
    type: "line",
    name: trace.name,
    data: trace.points,
    step: trace.step ? "start" : undefined,
    showSymbol: trace.points.length < 3,
    stack: lines.stacked ? "all" : undefined,
    areaStyle: lines.stacked ? { opacity: 0.75 } : undefined,
    lineStyle: { width: lines.stacked ? 0.5 : 1.8 },
  }));
  if (lines.bands.length > 0 && option.series.length > 0) {
    option.series[0].markArea = {
      silent: true,
      label: { show: lines.bands.length <= 8, position: "insideTop", color: colours.soft, fontSize: 11 },
      data: lines.bands.map((band, i) => [
        { name: band.name, xAxis: band.from, itemStyle: { color: i % 2 ? "transparent" : colours.band } },
        { xAxis: band.to },
      ]),
    };
  }
  return option;
}

function flowOption(flow, colours) {
  const option = frame(colours);
  delete option.grid;
  const names = [...new Set(flow.links.flatMap((link) => [link.from, link.to]))];
  option.tooltip.formatter = ({ dataType, name, value, data }) => {
    const what = dataType === "edge" ? data.source + " → " + data.target : name;
    return echarts.format.encodeHTML(what) + "<br><b>" + withUnit(value, flow.unit) + "</b>";
  };
  option.series = [{
    type: "sankey",
    left: 10, right: 150, top: 16, bottom: 16,
    nodeAlign: "left", nodeWidth: 14, nodeGap: 22, draggable: false,
    emphasis: { focus: "adjacency" },
    label: { color: colours.text, fontSize: 12, formatter: ({ name, value }) => name + ": " + short(value) },
    lineStyle: { color: "gradient", opacity: 0.4, curveness: 0.5 },
    data: names.map((name) => ({ name })),
    links: flow.links.map((link) => ({ source: link.from, target: link.to, value: link.value })),
  }];
  return option;
}

// The ends of the axis of intensity: a decade beyond points and ridges, as powers of ten.
function intensities(roofline) {
  const at = [...roofline.points.map((point) => point.x), ...roofline.roofs.map((roof) => roof.top / roof.slope)].filter((x) => x > 0);
  return [10 ** Math.floor(Math.log10(Math.min(...at)) - 0.3), 10 ** Math.ceil(Math.log10(Math.max(...at)) + 0.3)];
}

function rooflineOption(roofline, colours) {
  const option = frame(colours);
  const [low, high] = intensities(roofline);
  Object.assign(option.grid, { top: 64, bottom: 26, right: 40 });
  option.xAxis = axis(colours, { type: "log", name: roofline.x, nameLocation: "middle", nameGap: 26, min: low, max: high });
  option.yAxis = axis(colours, { type: "log", name: roofline.y, align: "left", nameGap: 10 });
  option.tooltip.trigger = "item";
  option.tooltip.formatter = ({ seriesName, name, value }) =>
    echarts.format.encodeHTML(name || seriesName) + "<br>" + exact(value[0]) + " " + roofline.x + "<br><b>" + exact(value[1]) + " " + roofline.y + "</b>";
  const names = [...new Set(roofline.points.map((point) => point.series))];
  option.legend.data = names;
  const shown = roofline.points.length <= MOST_LABELS;
  option.series = names.map((name) => ({
    type: "scatter",
    name,
    symbolSize: 12,
    data: roofline.points.filter((point) => point.series === name).map((point) => ({ name: point.name, value: [point.x, point.y] })),
    label: { show: shown, position: "right", color: colours.text, formatter: ({ name }) => name.split(",")[0] },
    labelLayout: { moveOverlap: "shiftY", hideOverlap: true },
  }));
  for (const roof of roofline.roofs) {
    option.series.push({
      type: "line",
      name: roof.name,
      symbol: "none",
      lineStyle: { color: colours.soft, width: 2 },
      itemStyle: { color: colours.soft },
      data: [[low, low * roof.slope], [roof.top / roof.slope, roof.top], [high, roof.top]],
      endLabel: { show: false },
      markPoint: {
        symbol: "circle", symbolSize: 1, silent: true, data: [{ coord: [high, roof.top] }],
        label: { show: true, position: "left", offset: [0, -10], align: "right", color: colours.soft, formatter: roof.name },
      },
    });
  }
  return option;
}

function optionOf(figure, colours) {
  if (figure.bars) return barsOption(figure.bars, colours);
  if (figure.lines) return linesOption(figure.lines, colours);
  if (figure.flow) return flowOption(figure.flow, colours);
  return rooflineOption(figure.roofline, colours);
}

// The height that a figure needs, in pixels.
function heightOf(figure) {
  if (!figure.bars?.stacked) return 340;
  return Math.max(160, 90 + 34 * Math.min(figure.bars.groups.length, MOST_GROUPS));
}
