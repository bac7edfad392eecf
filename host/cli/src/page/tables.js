// SPDX-License-Identifier: Apache-2.0

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function cellOf(cell, column) {
  const classes = [column.number && "number", cell.mark && "mark"].filter(Boolean).join(" ");
  const made = element("td", { className: classes }, cell.text);
  if (cell.note) made.append(element("small", {}, cell.note));
  return made;
}

// A table; one that can be searched hides the rows that are not meant.
function tableOf(table) {
  const headings = table.headings.map((column) => element("th", { className: column.number ? "number" : "" }, column.name));
  const rows = table.rows.map((row) => element("tr", {}, ...row.map((cell, i) => cellOf(cell, table.headings[i]))));
  const whole = element("table", {}, element("thead", {}, element("tr", {}, ...headings)), element("tbody", {}, ...rows));
  const card = element("div", { className: "table" }, element("h3", {}, table.title));
  if (table.search) {
    const words = element("input", { type: "search", placeholder: "search" });
    words.setAttribute("aria-label", "search " + table.title);
    const marked = element("input", { type: "checkbox" });
    const show = () => table.rows.forEach((row, i) => {
      const meant = row.some((cell) => cell.text.toLowerCase().includes(words.value.toLowerCase()));
      rows[i].hidden = !meant || (marked.checked && !row.some((cell) => cell.mark));
    });
    words.addEventListener("input", show);
    marked.addEventListener("change", show);
    card.append(element("div", { className: "tools" }, words, element("label", {}, marked, " only what differs from the first result")));
  }
  card.append(element("div", {}, whole));
  return card;
}
