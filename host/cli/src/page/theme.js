// SPDX-License-Identifier: Apache-2.0
"use strict";

// The colours of Vega's scheme tableau10, which are told apart on light and on dark.
const PALETTE = ["#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#eeca3b", "#b279a2", "#ff9da6", "#9d755d", "#bab0ac"];

const root = document.documentElement;

// What is not said in the script of the page follows the system.
function setTheme(theme) {
  root.dataset.theme = theme;
}

function otherTheme() {
  return root.dataset.theme === "dark" ? "light" : "dark";
}

// The colours of charts: those of the page.
function ink() {
  const style = getComputedStyle(root);
  const colour = (name) => style.getPropertyValue(name).trim();
  return { text: colour("--text"), soft: colour("--soft"), line: colour("--line"), card: colour("--card"), band: colour("--band") };
}
