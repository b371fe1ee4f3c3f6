// A status as text, colour and shape.

import { h } from "../dom.js";
import { minute, number, words } from "../format.js";
import { mark } from "./icons.js";

/** @type {Record<string, string[]>} */
const LOOKS = {
  pending: ["neutral", "dot"],
  pending_review: ["warning", "pause"],
  processing: ["info", "ring"],
  in_review: ["warning", "pause"],
  success: ["success", "tick"],
  completed: ["success", "tick"],
  partial_success: ["warning", "pause"],
  failed: ["failure", "cross"],
  rejected: ["failure", "cross"],
  accepted: ["success", "tick"],
  refunded: ["refund", "back"],
  expired: ["neutral", "dash"],
  cancelled: ["neutral", "dash"],
  delivered: ["success", "tick"],
  suspended: ["warning", "pause"],
  active: ["success", "tick"],
  revoked: ["neutral", "dash"],
  open: ["neutral", "dot"],
  claimed: ["info", "ring", "In progress"],
  resolved: ["success", "tick"],
  verified: ["success", "tick"],
  unverified: ["neutral", "dot", "Not verified"],
};

/** The appearance of a status: `[tone, shape, word]`. */
export const look = (status) => {
  const [tone, shape, word] = LOOKS[status] ?? ["neutral", "dot"];
  return [tone, shape, word ?? words(status)];
};

export const chip = (status) => shown(status, look(status));

/**
 * @param {string} status
 * @param {string[]} look
 */
const shown = (status, [tone, shape, word]) =>
  h("span", { class: `chip ${tone}`, "data-status": status }, mark(shape), word);

/**
 * The status of an endpoint; the last element is the number or the time that the word refers to.
 *
 * @type {Record<string, (endpoint: any) => string[]>}
 */
const ENDPOINTS = {
  unset: () => ["neutral", "dash", "Not set up"],
  untried: () => ["neutral", "dot", "Not tried yet"],
  ok: () => ["success", "tick", "Working"],
  partly_failing: ({ recent_failures: failed, recent_deliveries: tried }) => [
    "warning",
    "pause",
    "Partly failing",
    `${number(failed)} of ${number(tried)} in the last 24 h`,
  ],
  failing: ({ failing_since: since }) => ["failure", "cross", "Failing", `since ${minute(since)}`],
  suspended: ({ suspended_at: since }) => ["warning", "pause", "Suspended", `since ${minute(since)}`],
};

/** The heading of a callback endpoint with its status. */
export const endpointHead = (heading, endpoint) => {
  const found = ENDPOINTS[endpoint.status](endpoint);
  const addition = found[3];
  return h(
    "div",
    { class: "card-head endpoint-head" },
    heading,
    h("span", { class: "endpoint-status" }, shown(endpoint.status, found), addition && h("span", addition)),
  );
};
