// Says what was done: shown for a moment, and read aloud.

import { h } from "../dom.js";

const SHOWN_MS = 4_000;

/** A dialog says it itself: what is behind one is not heard. */
export const announce = (text) => {
  const place = document.querySelector("dialog[open] [role=status]") ?? document.getElementById("announcements");
  const line = h("p", text);
  place.replaceChildren(line);
  setTimeout(() => line.remove(), SHOWN_MS);
};

/** Tells who cannot see it what a list holds now. */
export const hear = (text) => {
  document.getElementById("heard").textContent = text;
};
