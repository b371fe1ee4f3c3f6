// Polls the payment: often while a change is expected, rarely otherwise, and not while the page is hidden.

import * as api from "./api.js";
import { main, part, say, tell } from "./page.js";

const QUICK_MS = 2000;
const SLOW_MS = 10_000;
const FAILED_MAX_MS = 30_000;
const GROWTH = 1.25;

let heard = () => {};
let timer = 0;
let asking = false;
let wait = QUICK_MS;
let failures = 0;

const over = () => !["pay", "consent", "checking", "expired"].includes(main.dataset.state);

const next = (ms) => {
  clearTimeout(timer);
  if (!over() && !document.hidden) {
    // With jitter, and not before the time that the service allows.
    timer = setTimeout(ask, ms * (1 + Math.random() * 0.2));
  }
};

const later = (failure) => {
  failures += 1;
  if (failure.status === 404) {
    location.reload();
    return;
  }
  if (failures > 1 && failure.status !== 429) {
    tell("offline", say("offline"));
    part("waits").hidden = true;
  }
  next(Math.max((failure.wait ?? 0) * 1000, Math.min(FAILED_MAX_MS, QUICK_MS * 2 ** failures)));
};

const ask = async () => {
  if (asking) {
    return;
  }
  asking = true;
  clearTimeout(timer);
  try {
    const body = await api.view();
    failures = 0;
    tell("offline", "");
    part("waits").hidden = main.dataset.state !== "pay";
    heard(body);
    wait = Math.min(SLOW_MS, wait * GROWTH);
    next(wait);
  } catch (failure) {
    later(failure);
  } finally {
    asking = false;
  }
};

/** Starts polling; `then` is called with each answer. */
export const start = (then) => {
  heard = then;
  next(wait);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      clearTimeout(timer);
    } else if (!over()) {
      soon();
    }
  });
  addEventListener("online", () => over() || soon());
  // Restored by the browser's Back button.
  addEventListener("pageshow", ({ persisted }) => persisted && !over() && soon());
};

/** A change is expected: polls now, and often for a while. */
export const soon = () => {
  wait = QUICK_MS;
  ask();
};
