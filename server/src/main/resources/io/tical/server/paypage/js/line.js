// The line that says what the page waits for. The connection, the time and the payment have one line, so that it never contradicts itself.

import { announce, main, part, say, tell } from "./page.js";

const waiting = part("waiting").textContent;
const now = { offline: false, over: false };

/** Shows the line that is true now. */
export const show = () => {
  main.toggleAttribute("data-offline", now.offline);
  main.toggleAttribute("data-over", now.over);
  tell("offline", now.offline ? say("offline") : "");
  const open = main.dataset.state === "pay" || (now.over && main.dataset.state === "consent");
  // Without a connection nothing is waited for, but it stays true that the time is up.
  part("waits").hidden = !open || (now.offline && !now.over);
  part("waiting").textContent = now.over ? say("timeUp") : waiting;
};

/** Whether the service cannot be reached. */
export const offline = (is) => {
  now.offline = is;
  show();
};

/** Whether the time for the payment has passed. */
export const over = (is) => {
  if (is && !now.over && ["pay", "consent"].includes(main.dataset.state)) {
    announce(say("timeUp"));
  }
  now.over = is;
  show();
};
