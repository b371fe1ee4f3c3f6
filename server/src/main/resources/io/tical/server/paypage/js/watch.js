// Loads the payment when the service tells that it changed. In between, and where there are no events, it is polled: often while a
// change is expected, rarely otherwise, and not while the page is hidden. A payment that succeeded may still be refunded or corrected: no
// event tells of that, so it is asked for once a minute.

import * as api from "./api.js";
import * as line from "./line.js";
import { main } from "./page.js";

const QUICK_MS = 2000;
const SLOW_MS = 10_000;
const TOLD_MS = 30_000;
const FAILED_MAX_MS = 30_000;
const SUCCEEDED_MS = 60_000;
const GROWTH = 1.25;

/** @type {(body: any) => any} */
let heard = () => {};
let timer = 0;
let asking = false;
let again = false;
let wait = QUICK_MS;
let failures = 0;
/** How often the browser has lost its connection. */
let losses = 0;
let events = null;
let told = false;

const succeeded = () => main.dataset.state === "success";
const awaited = () => ["pay", "consent", "checking", "expired", "rejected"].includes(main.dataset.state);
const over = () => !awaited() && !succeeded();

const next = (ms) => {
  clearTimeout(timer);
  if (!awaited()) {
    hush();
  }
  if (!over() && !document.hidden) {
    // With jitter, and not before the time that the service allows.
    timer = setTimeout(ask, (succeeded() ? Math.max(ms, SUCCEEDED_MS) : ms) * (1 + Math.random() * 0.2));
  }
};

const later = (failure) => {
  failures += 1;
  if (failure.status === 404) {
    location.reload();
    return;
  }
  // Without an answer there is no connection; a service that answers so may do better at once.
  if (awaited() && (!failure.status || (failures > 1 && failure.status !== 429))) {
    line.offline(true);
  }
  next(Math.max((failure.wait ?? 0) * 1000, Math.min(FAILED_MAX_MS, QUICK_MS * 2 ** failures)));
};

const ask = async () => {
  if (asking) {
    // The answer that is on its way may be older than what this call was for.
    again = true;
    return;
  }
  asking = true;
  clearTimeout(timer);
  try {
    do {
      again = false;
      const before = losses;
      const body = await api.view();
      failures = 0;
      if (losses === before) {
        line.offline(false);
      } else {
        // The answer was on its way when the connection was lost.
        again = true;
      }
      await heard(body);
    } while (again && !over());
    wait = Math.min(SLOW_MS, wait * GROWTH);
    next(told ? TOLD_MS : wait);
  } catch (failure) {
    later(failure);
  } finally {
    asking = false;
  }
};

/** Listens to events. The browser connects again after a loss; if the service refuses, the payment is only polled. */
const listen = () => {
  if (events || !awaited() || document.hidden || !window.EventSource) {
    return;
  }
  events = api.events();
  events.addEventListener("payment", () => {
    told = true;
    ask();
  });
  events.addEventListener("error", () => {
    if (told) {
      told = false;
      soon();
    }
  });
};

const hush = () => {
  events?.close();
  events = null;
  told = false;
};

/** The page is visible again: what happened meanwhile is unknown. */
const wake = () => {
  if (!over()) {
    soon();
    listen();
  }
};

const sleep = () => {
  clearTimeout(timer);
  hush();
};

/** Starts watching; `then` is called with each answer. */
export const start = (then) => {
  heard = then;
  next(wait);
  listen();
  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("online", wake);
  // The browser knows at once; a request would wait for its answer.
  addEventListener("offline", () => {
    losses += 1;
    line.offline(awaited());
  });
  // A page with an open connection is not kept for the browser's Back button.
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
};

/** A change is expected: polls now, and often for a while. A hidden page polls when it is visible again. */
export const soon = () => {
  wait = QUICK_MS;
  if (!document.hidden) {
    ask();
  }
};
