// Takes the payer back to the merchant when it is over, unless they would rather stay.

import { announce, main, part, say } from "./page.js";

const SECONDS = 5;

const address = main.dataset.redirect;
let timer = 0;

const stay = () => {
  clearInterval(timer);
  part("return").hidden = true;
  part("return-link").hidden = false;
};

/** Counts down once, for a payment that succeeded or expired. */
export const consider = (status) => {
  const due = status === "success" || status === "expired";
  if (!due && timer) {
    stay();
    timer = 0;
  }
  if (!due || timer || !address.startsWith("https://")) {
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
      clearInterval(timer);
      location.assign(address);
    }
  }, 1000);
};
