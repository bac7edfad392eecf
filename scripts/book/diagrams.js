// SPDX-License-Identifier: Apache-2.0
// Draws the mermaid diagrams of a page, in the colours of the theme, and again when the reader chooses another one.
(function () {
  "use strict";
  const page = document.documentElement;
  const dark = () => ["coal", "navy", "ayu"].some((theme) => page.classList.contains(theme));
  const places = Array.from(document.querySelectorAll("pre.diagram"));
  const sources = places.map((place) => place.textContent);
  let drawnDark = null;

  async function draw() {
    if (dark() === drawnDark) {
      return;
    }
    drawnDark = dark();
    mermaid.initialize({ startOnLoad: false, theme: drawnDark ? "dark" : "default" });
    for (const [number, place] of places.entries()) {
      place.innerHTML = (await mermaid.render(`diagram-${number}`, sources[number])).svg;
    }
  }

  if (places.length > 0) {
    draw();
    new MutationObserver(draw).observe(page, { attributes: true, attributeFilter: ["class"] });
  }
})();
