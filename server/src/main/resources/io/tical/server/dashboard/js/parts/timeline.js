// What happened to a transaction, in the order it happened.

import { h } from "../dom.js";
import { amount, duration, words } from "../format.js";
import { look } from "./chip.js";
import { shortId } from "./copy.js";
import { mark } from "./icons.js";
import { time } from "./values.js";

const POSTINGS = {
  payout_reserve: "Put aside",
  payout_activate: "Taken from what was put aside",
  payout_capture: "Taken from the balance",
  payout_deliver: "Sent to the bank",
  payout_fee: "Fee",
  payout_return: "Returned to the balance",
  payout_release: "Released to the balance",
  payout_turn_down: "Put aside until the refund",
  payout_revert: "Given back by the bank, put aside",
  payout_fee_revert: "Fee given back, put aside",
  payout_claim: "Delivered after it was given up, claimed back",
};

const TRIGGERS = {
  activate: "taken up by the service",
  test_confirm: "confirmed with a test key",
  cancel: "called off by you",
  approve: "approved after review",
  reject: "turned down in review",
  expire: "not reviewed in time",
  delivered: "everything arrived",
  partly_delivered: "part of it arrived",
  not_delivered: "nothing arrived",
  lose_track: "the bank could not say",
  retry: "sent again",
  late_confirm: "the bank confirmed late",
  revert: "taken back after delivery",
  complete_refund: "the refund is complete",
};

/** @param context `{view, currency}`: where links lead, and the money of what has none of its own */
export const timeline = (items, context) =>
  h(
    "ol",
    { class: "timeline" },
    items.map((item) => event(item, context)),
  );

const event = (item, context) => {
  const { tone, shape, what } = (LINES[item.kind] ?? LINES.other)(item, context);
  return h(
    "li",
    { class: "event" },
    h("span", { class: `mark ${tone}` }, mark(shape)),
    h(
      "div",
      h("p", { class: "what" }, what),
      h(
        "p",
        { class: "when" },
        time(item.at, { precise: true }),
        item.request_id && h("span", { class: "id" }, "Request\u00a0", shortId(item.request_id, "Request id")),
      ),
    ),
  );
};

/** How each kind of item reads. */
const LINES = {
  state: ({ title, detail }) => {
    const [tone, shape, word] = look(detail.to ?? "");
    return {
      tone,
      shape,
      what: [h("b", detail.to ? word : words(title)), h("span", { class: "quiet" }, TRIGGERS[detail.trigger] ?? "")],
    };
  },
  posting: ({ title, detail }, { currency }) => ({
    tone: "",
    shape: "coins",
    what: [
      h("span", POSTINGS[title] ?? words(title)),
      h(
        "span",
        { class: "quiet small" },
        `${words(detail.debit ?? "")} \u2192 ${words(detail.credit ?? "").toLowerCase()}`,
      ),
      detail.amount !== undefined &&
        h(
          "span",
          { class: "money" },
          `${amount(detail.amount, detail.currency ?? currency)} `,
          h("span", { class: "currency" }, detail.currency ?? currency),
        ),
    ],
  }),
  delivery: ({ title, detail }, { view }) => {
    const link = h("a", { href: view.href(`callbacks/${detail.delivery_id}`) }, detail.event ?? title);
    if (detail.attempt === undefined || detail.attempt === null) {
      return { tone: "", shape: "send", what: [h("b", "Callback queued"), link] };
    }
    const accepted = detail.status_code >= 200 && detail.status_code < 300;
    return {
      tone: accepted ? "success" : "failure",
      shape: accepted ? "tick" : "cross",
      what: [
        h("b", accepted ? "Callback delivered" : "Callback not accepted"),
        link,
        h(
          "span",
          { class: "quiet" },
          `attempt ${detail.attempt}: ${detail.status_code ?? title.split(": ").at(-1)}, ${duration(detail.duration_ms)}`,
        ),
      ],
    };
  },
  other: ({ title, detail }) => ({ tone: "", shape: "dot", what: [h("b", words(title)), said(detail, [])] }),
};

/** Whatever else there is to know, as names and values. */
const said = (detail, without) => {
  const pairs = Object.entries(detail ?? {}).filter(
    ([name, value]) => !without.includes(name) && value !== null && typeof value !== "object",
  );
  return (
    pairs.length > 0 &&
    h(
      "span",
      { class: "quiet small" },
      pairs.map(([name, value]) => `${words(name).toLowerCase()} ${value}`).join(", "),
    )
  );
};
