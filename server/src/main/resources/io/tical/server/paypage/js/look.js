// The payer's choice of light or dark, which mode.js applies on the next visit.

import { part } from "./page.js";

part("mode").addEventListener("click", () => {
  const dark = part("dark");
  const now = matchMedia(dark.media).matches;
  dark.media = now ? "not all" : "all";
  try {
    localStorage.setItem("tical.pay.mode", now ? "light" : "dark");
  } catch {
    // Storage is disabled: the choice is valid for this page only.
  }
});
