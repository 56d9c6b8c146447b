"use strict";
// Draws each figure of the page from the data of its table, in the colours of the page.
const LIGHT = ["#4d6a8f", "#b5643c", "#5b8f6b", "#8d6a9f", "#b59a3c", "#4f9a9c", "#a34f63", "#7c7f86"];
const DARK = ["#86a6cf", "#d08a63", "#7fb590", "#b08fc2", "#d0b85f", "#72b9bb", "#c87487", "#a0a4ab"];
// Words that have a colour of their own in most games: for light and dark pages.
const WORDS = {
  red: ["#c9432d", "#dd5a43"], blue: ["#2f6db3", "#4a8ad2"], green: ["#4c8f4f", "#62a866"],
  yellow: ["#e0b820", "#f2d024"], white: ["#e3dcc3", "#efe9d6"], black: ["#3b3f47", "#6d7480"],
  grey: ["#8a929b", "#9aa1aa"], purple: ["#5f4590", "#8d70c4"], orange: ["#d97b29", "#e8924a"],
  brown: ["#85603f", "#a67d58"], pink: ["#cf6a94", "#dd85aa"], silver: ["#a9b0b8", "#b9c0c8"],
  gold: ["#c79a3b", "#d5ad57"], sky: ["#93c7e8", "#93c7e8"],
};
const LIKE = {
  gray: "grey", colorless: "silver", colourless: "silver", neutral: "silver", universal: "silver", violet: "purple",
  fire: "red", pyro: "red", water: "blue", hydro: "blue", ice: "sky", cryo: "sky", air: "sky", wind: "sky",
  earth: "brown", geo: "brown", nature: "green", forest: "green", light: "gold", holy: "gold", dark: "purple",
  shadow: "purple", death: "black", electric: "yellow", lightning: "yellow", spell: "pink", "(none)": "grey",
};

function known(name, dark) {
  const word = name.toLowerCase().replace(/ \(\d+\)$/, "");
  const pair = Object.hasOwn(LIKE, word) ? WORDS[LIKE[word]] : Object.hasOwn(WORDS, word) ? WORDS[word] : null;
  return pair && pair[dark ? 1 : 0];
}

function colours(names, dark) {
  const plain = dark ? DARK : LIGHT;
  let next = 0;
  return names.map((name) => known(name, dark) || plain[next++ % plain.length]);
}

function shown(value, percent) {
  return percent === null ? value.toLocaleString("en", { maximumFractionDigits: 2 }) : (100 * value).toFixed(percent) + " %";
}

// Points of several groups at one place are set side by side.
function apart(chart) {
  const places = new Map();
  for (const [group, one] of chart.series.entries())
    for (const point of one.data) {
      const key = point.x + "/" + point.y;
      places.set(key, [...(places.get(key) || []), [group, point]]);
    }
  const across = chart.series.flatMap((one) => one.data.map((point) => point.x));
  const step = Math.max(Math.max(...across) - Math.min(...across), 1) / 60;
  const made = chart.series.map(() => []);
  for (const points of places.values())
    points.forEach(([group, point], index) =>
      made[group].push({ x: point.x + (index - (points.length - 1) / 2) * step, y: point.y, of: point }));
  return made;
}

function datasets(chart, colour, ink, dark) {
  const points = chart.kind === "scatter" ? apart(chart) : [];
  return chart.series.map((one, index) => {
    const own = { label: one.name, data: one.data, backgroundColor: colour[index], borderColor: colour[index] };
    if (chart.kind === "lines") return { ...own, borderWidth: 2, pointRadius: 3, pointHitRadius: 12, tension: 0 };
    if (chart.kind === "bars" && chart.series.length === 1) own.backgroundColor = chart.labels.map((label) => known(label, dark) || colour[0]);
    if (chart.kind !== "scatter") return { ...own, maxBarThickness: 34, stack: chart.stacked ? "all" : "s" + index };
    const data = points[index];
    return {
      ...own, data, pointHitRadius: 8, borderColor: data.map((point) => (point.of.outlier ? ink : colour[index])),
      borderWidth: data.map((point) => (point.of.outlier ? 2 : 1)),
      pointStyle: data.map((point) => (point.of.outlier ? "rectRot" : "circle")),
      radius: data.map((point) => Math.min((point.of.outlier ? 6 : 3.5) + Math.sqrt(point.of.names.length), 12)),
    };
  });
}

function sentence(chart, item) {
  const value = item.raw;
  const one = chart.series[item.datasetIndex].name;
  if (chart.kind === "scatter") {
    const { x, y, names, outlier } = value.of;
    const where = `${chart.x} ${shown(x, null)}, ${chart.y} ${shown(y, null)}`;
    return `${names.join(", ")}: ${where}${outlier ? " (stands out)" : ""}`;
  }
  return `${chart.labels[item.dataIndex]}, ${one}: ${shown(value, chart.percent)}`;
}

function options(chart, style, say) {
  const text = style.getPropertyValue("--quiet"), line = style.getPropertyValue("--line");
  const lying = chart.kind === "bars", scatter = chart.kind === "scatter";
  const axis = (title, isValue) => ({
    stacked: Boolean(chart.stacked), beginAtZero: isValue && !scatter, grace: scatter ? "5%" : 0,
    title: { display: Boolean(title), text: title, color: text }, border: { color: line },
    grid: { color: line, display: isValue || scatter },
    ticks: {
      color: text, autoSkip: !(lying && !isValue),
      ...(isValue && chart.percent === null && !scatter ? { precision: 0 } : {}),
      ...(isValue && chart.percent !== null ? { callback: (value) => Math.round(100 * value) + " %" } : {}),
    },
    ...(isValue && chart.percent !== null ? { max: 1 } : {}),
  });
  const [own, values] = [axis(lying ? "" : chart.x, scatter), axis(scatter ? chart.y : "", true)];
  return {
    animation: false, responsive: true, maintainAspectRatio: false, indexAxis: lying ? "y" : "x",
    scales: lying ? { x: values, y: own } : { x: own, y: values },
    interaction: scatter ? { mode: "nearest", intersect: true } : { mode: "index", intersect: false, axis: lying ? "y" : "x" },
    plugins: {
      legend: { display: chart.series.length > 1, position: "bottom", labels: { color: text, boxWidth: 12, boxHeight: 12 } },
      tooltip: {
        filter: (item) => scatter || item.raw > 0 || chart.series.length === 1,
        callbacks: {
          title: (items) => (scatter || !items.length ? "" : `${lying ? "" : chart.x + " "}${items[0].label}`),
          label: (item) => {
            if (!scatter) return `${item.dataset.label}: ${shown(item.raw, chart.percent)}`;
            const names = item.raw.of.names;
            return [...names.slice(0, 4), ...(names.length > 4 ? [`and ${names.length - 4} more: click`] : []),
              `${chart.x} ${shown(item.raw.of.x, null)}, ${chart.y} ${shown(item.raw.of.y, null)}`];
          },
        },
      },
    },
    onClick: (event, items, drawn) => {
      const found = items.map((item) => ({ ...item, dataIndex: item.index, raw: drawn.data.datasets[item.datasetIndex].data[item.index] }));
      say(found.filter((item) => scatter || item.raw > 0).map((item) => sentence(chart, item)).join("; "));
    },
  };
}

const drawn = [];
const isDark = matchMedia("(prefers-color-scheme: dark)");

function draw() {
  while (drawn.length) drawn.pop().destroy();
  const style = getComputedStyle(document.documentElement);
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  for (const figure of document.querySelectorAll("figure[data-chart]")) {
    const chart = JSON.parse(figure.dataset.chart);
    figure.hidden = false;
    const rows = chart.kind === "bars" ? chart.labels.length * (chart.stacked ? 26 : 15 + 9 * chart.series.length) + 70 : 300;
    figure.querySelector("div").style.height = rows + (chart.series.length > 4 ? 44 : 0) + "px";
    drawn.push(new Chart(figure.querySelector("canvas"), {
      type: { lines: "line", scatter: "scatter" }[chart.kind] || "bar",
      data: {
        labels: chart.labels,
        datasets: datasets(chart, colours(chart.series.map((one) => one.name), isDark.matches), style.getPropertyValue("--ink"), isDark.matches),
      },
      options: options(chart, style, (text) => { figure.querySelector("figcaption").textContent = text; }),
    }));
  }
}

draw();
isDark.addEventListener("change", draw);
for (const table of document.querySelectorAll("figure[data-chart] + details")) table.open = false;
