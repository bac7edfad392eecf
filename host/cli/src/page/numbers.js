// SPDX-License-Identifier: Apache-2.0

const SIGNIFICANT = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

// A figure in a tooltip.
function exact(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "-";
  return Number.isInteger(value) ? value.toLocaleString("en") : SIGNIFICANT.format(value);
}

// A figure at an axis or a bar.
function short(value) {
  return Math.abs(value) >= 1e4 ? COMPACT.format(value) : SIGNIFICANT.format(value);
}

function withUnit(value, unit) {
  return unit ? exact(value) + " " + unit : exact(value);
}
