// Money and times as elements.

import { h } from "../dom.js";
import { ago, amount, minute, second } from "../format.js";

export const money = (minor, code) =>
  h("span", { class: "money" }, amount(minor, code), " ", h("span", { class: "currency" }, code));

export const bigMoney = (minor, code) =>
  h("p", { class: "money big-money" }, amount(minor, code), " ", h("span", { class: "currency" }, code));

/** The exact time with the elapsed time as a tooltip. Empty without a time. */
export const time = (seconds, { precise = false } = {}) =>
  seconds === null || seconds === undefined
    ? h("span", { class: "quiet" }, "\u2013")
    : [
        h(
          "time",
          { class: "one-line", datetime: new Date(seconds * 1000).toISOString() },
          precise ? second(seconds) : minute(seconds),
        ),
        h("span", { class: "ago" }, ago(seconds)),
      ];

/** A list of names and values, without empty values. */
export const facts = (pairs, { look = "" } = {}) =>
  h(
    "dl",
    { class: `facts ${look}` },
    pairs
      .filter((pair) => pair && pair[1] !== null && pair[1] !== undefined && pair[1] !== "")
      .map(([name, value]) => h("div", h("dt", name), h("dd", value))),
  );
