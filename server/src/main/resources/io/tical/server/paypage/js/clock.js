// The remaining time by the service's clock.

import { announce, main, part, say } from "./page.js";

const SOON_S = 120;

let ahead = Number(main.dataset.now) - Date.now();
let expires = Date.parse(main.dataset.expires);
// A full bar is ten minutes, or the remaining time when the page was opened if that is more.
const whole = Math.max(600_000, expires - Number(main.dataset.now));
let before = Infinity;
/** @type {(over: boolean) => void} */
let passed = () => {};

const two = (number) => String(number).padStart(2, "0");

const written = (seconds) => {
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
};

const tick = () => {
  const left = Math.max(0, Math.ceil((expires - Date.now() - ahead) / 1000));
  if (left === before) {
    return;
  }
  part("time").textContent = written(left);
  part("strip-time").textContent = written(left);
  if (part("fold-time")) {
    part("fold-time").textContent = written(left);
  }
  part("bar").value = Math.min(1000, (left * 1_000_000) / whole);
  part("clock").toggleAttribute("data-soon", left <= SOON_S);
  part("strip").toggleAttribute("data-soon", left <= SOON_S);
  if (before > SOON_S && left <= SOON_S && left > 60 && before !== Infinity) {
    announce(say("twoMinutes"));
  } else if (before > 60 && left <= 60 && left > 0 && before !== Infinity) {
    announce(say("oneMinute"));
  }
  if ((left === 0) !== (before === 0)) {
    passed(left === 0);
  }
  before = left;
};

/** Starts the clock; `then` is called with whether the time has passed, when that changes. */
export const start = (then) => {
  if (Number.isNaN(expires)) {
    return;
  }
  passed = then;
  tick();
  setInterval(tick, 250);
};

/** Sets the service's time and the expiry of the payment. */
export const adjust = (timestamp, expiresAt) => {
  const measured = timestamp * 1000 + 500 - Date.now();
  // The service sends whole seconds: ignore smaller differences.
  if (Math.abs(measured - ahead) > 2000) {
    ahead = measured;
  }
  expires = Date.parse(expiresAt);
  tick();
};
