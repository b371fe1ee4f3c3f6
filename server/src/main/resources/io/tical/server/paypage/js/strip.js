// A strip with amount, status and time on a small screen, while the card that shows them is out of sight.

import { main, part } from "./page.js";

const sum =
  /** @type {HTMLElement} */
  (part("amount").closest("section"));
let seen = true;

/** Shows the strip if it is needed. */
export const consider = () => {
  part("strip").hidden = seen || main.dataset.state !== "pay";
};

new IntersectionObserver(([{ isIntersecting }]) => {
  seen = isIntersecting;
  consider();
}).observe(sum);
