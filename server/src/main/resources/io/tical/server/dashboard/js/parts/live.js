// Elements that load themselves again until what they show is final.

import { hear } from "./announce.js";
import { loaded } from "./notice.js";

const SOON_MS = 3_000;
const LATER_MS = 15_000;

/** After this many polls, changes are rare. */
const SOON_MAX = 40;

/** Polling stops after this time without user input, so that an unattended session can end. */
const ALONE_MS = 10 * 60_000;

let lastSign = Date.now();
for (const sign of ["pointerdown", "pointermove", "keydown", "wheel", "focus"]) {
  addEventListener(sign, () => (lastSign = Date.now()), { passive: true, capture: true });
}

/** Whether replacing the content would disturb the user. */
const inUse = (place) =>
  document.hidden ||
  Date.now() - lastSign > ALONE_MS ||
  document.querySelector("dialog[open]") !== null ||
  place.querySelector("input:focus, textarea:focus, select:focus, button[aria-busy]") !== null ||
  (getSelection()?.isCollapsed === false && place.contains(getSelection()?.anchorNode));

/**
 * As `loaded`, and asks again while the answer is not final. What is shown changes only when the answer does.
 *
 * @param {any} view
 * @param {() => Promise<any>} ask
 * @param {(answer: any) => any} show
 * @param {object} options and those of `loaded`
 * @param {(answer: any) => boolean} options.isFinal
 * @param {(answer: any) => string} [options.told] for screen readers when it has changed
 * @param {() => Node | string} [options.loading]
 * @param {(error: any) => any} [options.explain]
 */
export const live = (view, ask, show, { isFinal, told = () => "Updated", ...options }) => {
  let last = null;
  let next = null;
  let times = 0;
  let due = 0;
  const later = () => {
    clearTimeout(due);
    if (!isFinal(last) && !view.signal.aborted) {
      due = setTimeout(look, times < SOON_MAX ? SOON_MS : LATER_MS);
    }
  };
  const look = async () => {
    if (!place.isConnected) {
      return;
    }
    if (inUse(place)) {
      later();
      return;
    }
    times++;
    try {
      const answer = await ask();
      if (view.signal.aborted) {
        return;
      }
      if (JSON.stringify(answer) !== JSON.stringify(last) && !inUse(place)) {
        next = answer;
        times = 0;
        hear(told(answer));
        place.again();
        return;
      }
    } catch (error) {
      // What is shown stays; the next time may succeed.
      if (error.status === 404 || error.code === "SESSION_REQUIRED") {
        return;
      }
    }
    later();
  };
  const place = loaded(
    view,
    async () => {
      last = next ?? (await ask());
      next = null;
      later();
      return last;
    },
    show,
    options,
  );
  return place;
};
