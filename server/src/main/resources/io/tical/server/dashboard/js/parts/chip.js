// A status: always a word, a colour and a shape.

import { h } from "../dom.js";
import { words } from "../format.js";
import { mark } from "./icons.js";

const LOOKS = {
  pending: ["neutral", "dot"],
  pending_review: ["warning", "pause"],
  processing: ["info", "ring"],
  in_review: ["warning", "pause"],
  success: ["success", "tick"],
  partial_success: ["warning", "pause"],
  failed: ["failure", "cross"],
  rejected: ["failure", "cross"],
  refunded: ["refund", "back"],
  expired: ["neutral", "dash"],
  cancelled: ["neutral", "dash"],
  delivered: ["success", "tick"],
  suspended: ["warning", "pause"],
  ok: ["success", "tick", "Working"],
  failing: ["failure", "cross"],
  unset: ["neutral", "dash", "Not set"],
  active: ["success", "tick"],
  revoked: ["neutral", "dash"],
  verified: ["success", "tick"],
  unverified: ["neutral", "dot", "Not verified"],
};

/** What a status looks like: `[tone, shape, word]`. */
export const look = (status) => {
  const [tone, shape, word] = LOOKS[status] ?? ["neutral", "dot"];
  return [tone, shape, word ?? words(status)];
};

export const chip = (status) => {
  const [tone, shape, word] = look(status);
  return h("span", { class: `chip ${tone}`, "data-status": status }, mark(shape), word);
};
