// Redirects the payer to the merchant at the end, unless they cancel it or are sending a slip.

import { announce, main, part, say } from "./page.js";

const SECONDS = 5;
// A tap ends with the browser's click event: the layout must not change before.
const TAP_MS = 400;

const address = main.dataset.redirect;
let timer = 0;
let touched = false;
let staying = false;

const stop = () => {
  clearInterval(timer);
  timer = 0;
};

const showLink = () => {
  part("return-choices").hidden = true;
  part("return-link").hidden = false;
};

const stay = () => {
  stop();
  staying = true;
  part("return").hidden = true;
  part("return-link").hidden = false;
};

/** The payer uses the slip form: no redirect from now on. */
export const touch = (event) => {
  touched = true;
  if (!timer || main.dataset.status !== "expired") {
    return;
  }
  stop();
  staying = true;
  part("return-count").textContent = say("staying");
  part("return-count").removeAttribute("aria-hidden");
  announce(say("staying"));
  if (event?.type === "pointerdown") {
    addEventListener("pointerup", () => setTimeout(showLink, TAP_MS), { once: true });
    addEventListener("pointercancel", showLink, { once: true });
  } else {
    showLink();
  }
};

/**
 * Starts the countdown for a successful payment, and for an expired one unless the payer is sending a slip, a slip is being
 * checked, or a rejected slip can be replaced.
 */
export const consider = (status, screen, rejected) => {
  const late = status === "expired" && screen === "expired" && !rejected && !touched;
  const due = status === "success" || late;
  if (!due && timer) {
    stop();
    part("return").hidden = true;
    part("return-link").hidden = false;
  }
  // A payer who returns with the browser's Back button was already redirected.
  if (!due || timer || staying || history.state?.returned || !address.startsWith("https://")) {
    return;
  }
  let left = SECONDS;
  const count = () => {
    part("return-count").textContent = say("returning", left);
  };
  part("return").hidden = false;
  part("return-link").hidden = true;
  count();
  announce(say("returning", left));
  part("return-stay").addEventListener("click", stay, { once: true });
  timer = setInterval(() => {
    left -= 1;
    if (left > 0) {
      count();
    } else {
      stay();
      history.replaceState({ returned: true }, "");
      location.assign(address);
    }
  }, 1000);
};
