// The log of callbacks: its filters, and sending all failed ones that match again.

import { h } from "../dom.js";
import { words } from "../format.js";
import { choiceField, searchField } from "../parts/filters.js";
import { field } from "../parts/form.js";
import { icon } from "../parts/icons.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { deliveryTable } from "./delivery.js";
import { redeliveryProgress, resendAll } from "./redeliveries.js";

const STATUSES = ["pending", "delivered", "failed", "suspended"];

const ENDPOINTS = [
  ["payin", "Payin callbacks"],
  ["payout", "Payout callbacks"],
];

export const EVENTS = [
  "payin.succeeded",
  "payin.failed",
  "payin.expired",
  "payin.rejected",
  "payin.refunded",
  "payout.succeeded",
  "payout.partially_succeeded",
  "payout.failed",
  "payout.refunded",
  "settlement.completed",
  "settlement.failed",
];

/** The HTTP status of the last answer, or `none`. */
const codeField = (query) => {
  const made = field({
    name: "code",
    label: "HTTP code",
    value: query.get("code") ?? "",
    maxlength: 4,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "503, or none",
  });
  const value = () => made.value().trim().toLowerCase();
  return {
    ...made,
    value,
    check: () => (/^([1-5]\d\d|none)?$/.test(value()) ? null : "Enter a code such as 503, or none for no answer"),
  };
};

export const deliveryLog = (view) => {
  const { query } = view;
  const choice = (name, label, options) => choiceField(query, { name, label, options });
  const fields = [
    searchField(query, { name: "reference", label: "Reference", placeholder: "The whole reference" }),
    choice("status", "Status", STATUSES.map((one) => [one, words(one)])),
    choice("event", "Event", EVENTS.map((one) => [one, one])),
    codeField(query),
  ];
  const more = [
    choice("endpoint", "Endpoint", ENDPOINTS),
    searchField(query, { name: "transaction_id", label: "Transaction id", placeholder: "The whole id" }),
  ];
  const running = redeliveryProgress(view, () => parts.at(-1).again());
  const parts = list(view, {
    from: "/api/deliveries",
    path: "callbacks",
    noun: "callback",
    fields,
    more,
    tools:
      view.mayWrite &&
      h(
        "button",
        {
          type: "button",
          class: "button",
          on: { click: () => resendAll(view, [...fields, ...more], () => running.again()) },
        },
        icon("send"),
        "Send all failed again",
      ),
    rows: (data) => deliveryTable(view, data),
    nothing: empty(
      `No callbacks in ${view.environment} mode yet`,
      "A callback is sent when a transaction has an outcome, such as a successful payout, and again if that changes. Test events are not logged.",
    ),
  });
  return h(
    "section",
    { class: "section" },
    h("h2", view.environment === "test" ? "Delivery log of test mode" : "Delivery log of live mode"),
    h("p", { class: "quiet" }, "What was sent in the last 30 days, and what was answered."),
    running,
    parts,
  );
};
