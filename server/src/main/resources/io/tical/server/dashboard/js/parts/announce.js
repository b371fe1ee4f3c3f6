// Short messages, which are shown briefly and read by screen readers.

import { h } from "../dom.js";

const SHOWN_MS = 4_000;

/** In a dialog the message is shown there, because screen readers ignore the page behind it. */
export const announce = (text) => {
  const place = document.querySelector("dialog[open] [role=status]") ?? document.querySelector("#announcements");
  const line = h("p", text);
  place?.replaceChildren(line);
  setTimeout(() => line.remove(), SHOWN_MS);
};

/** Announces the content of a list to screen readers. */
export const hear = (text) => {
  document.querySelector("#heard")?.replaceChildren(text);
};
