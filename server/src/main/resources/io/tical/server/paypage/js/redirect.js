// Takes the payer back to the merchant when it is over, once, unless they would rather stay or are sending a slip.

import { announce, main, part, say } from "./page.js";

const SECONDS = 5;
// A tap is only over when the browser has made its click: until then nothing may move under the finger.
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

/** The payer uses the form for slips: from now on nothing takes them away from it. */
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
 * Counts down once, for a payment that succeeded, and for one that expired where nobody is about to send a slip for it, no
 * slip is being checked, and none was rejected that could be followed by another.
 */
export const consider = (status, screen, rejected) => {
  const late = status === "expired" && screen === "expired" && !rejected && !touched;
  const due = status === "success" || late;
  if (!due && timer) {
    stop();
    part("return").hidden = true;
    part("return-link").hidden = false;
  }
  // Who comes back to this page by the browser's own button was taken away from it before.
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
