// One payout or payin: its fields, its timeline and its callbacks.

import { api } from "../api.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { chip } from "../parts/chip.js";
import { copyable, shortId } from "../parts/copy.js";
import { icon } from "../parts/icons.js";
import { zoneNote } from "../parts/list.js";
import { live } from "../parts/live.js";
import { empty, loaded, notice } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { timeline } from "../parts/timeline.js";
import { bigMoney, facts, money, time } from "../parts/values.js";
import { href } from "../router.js";
import { deliveryTable } from "./delivery.js";
import { slipsOf } from "./slips.js";
import { payLink, transactionActions } from "./transaction-actions.js";
import { ticketsAbout } from "./tickets.js";

export const transactionScreen = (kind) => (view) => {
  const place = live(
    view,
    () => ask(view, kind),
    (one) => show(view, kind, one, () => place.again()),
    {
      isFinal: kind.isFinal,
      told: (one) => `${kind.title.slice(0, -1)}: ${words(one.status)}`,
      explain: (error) =>
        error.status === 404 &&
        h("a", { class: "button", href: view.href(kind.path) }, `All ${kind.title.toLowerCase()}`),
    },
  );
  return {
    title: kind.title.slice(0, -1),
    back: h("a", { class: "back", href: view.href(kind.path) }, icon("left"), kind.title),
    content: place,
  };
};

const ask = async (view, kind) => {
  const { data } = await api.get(`${kind.api}/${encodeURIComponent(view.params.id)}`, { signal: view.signal });
  const environment = data.livemode ? "live" : "test";
  if (environment !== view.environment) {
    view.goTo(href(environment, view.path), { replace: true });
  }
  return data;
};

const show = (view, kind, one, again) => {
  view.name(one.order_ref);
  const history = happened(view, kind, one);
  return h(
    "div",
    { class: "blocks" },
    h(
      "section",
      { class: "card padded" },
      h("div", { class: "card-head" }, bigMoney(one.amount, one.currency), chip(one.status)),
      facts(
        [
          ["Reference", copyable(one.order_ref, "Reference")],
          ["Id", shortId(one.id)],
          ["Created", time(one.created_at, { precise: true })],
          ...kind.times(one).map(([label, at]) => [label, at && time(at, { precise: true })]),
          ["Paid", provedPayment(kind.provedAt?.(one))],
          ["Updated", time(one.updated_at, { precise: true })],
          ["Environment", one.livemode ? "Live" : "Test"],
          ["Notes", one.notes],
        ],
        { look: "two" },
      ),
      transactionActions(kind, one, again),
    ),
    reasons(one),
    payLink(one),
    h(
      "div",
      { class: "columns wide-left" },
      card("Timeline", history),
      h(
        "div",
        { class: "blocks" },
        card("Money", facts(kind.amounts(one), { look: "sums" })),
        card(kind.counterparty.title, facts(kind.party(one))),
        card(kind.channel.title, channel(kind, one)),
      ),
    ),
    steps(one),
    kind.slips?.(one) && slipsOf(view, one, { isFinal: kind.isFinal(one) }),
    h("section", { class: "section" }, h("h2", "Callbacks"), caused(view, kind, one, history)),
    ticketsAbout(view, { id: one.id, noun: kind.kind, type: kind.kind, callbacks: true }),
    zoneNote(),
    !kind.isFinal(one) && h("p", { class: "quiet small" }, `This page updates automatically until the ${kind.kind} has an outcome.`),
  );
};

const provedPayment = (at) => at && ["By bank transfer, proved by the bank\u2019s statement ", time(at, { precise: true })];

const card = (title, content) => h("section", { class: "card padded" }, h("h2", title), content);

const channel = (kind, one) => {
  const list = facts(kind.channel.facts(one));
  return list.hasChildNodes() ? list : h("p", { class: "quiet" }, "Nothing is known yet.");
};

const reasons = (one) => [
  one.failure_code &&
    notice(
      "failure",
      h("p", h("b", "Why it failed: "), one.failure_message ?? one.failure_code),
      h("p", { class: "origin" }, h("span", "Code ", h("code", one.failure_code))),
    ),
  one.review_reason &&
    ["pending_review", "in_review", "rejected"].includes(one.status) &&
    notice(
      "warning",
      h(
        "p",
        h("b", one.status === "rejected" ? "Why it was reviewed: " : "Why it is reviewed: "),
        REVIEWS[one.review_reason] ?? one.review_reason,
      ),
    ),
];

/** Other texts of the service are shown unchanged. */
const REVIEWS = {
  amount_threshold: "the amount is at or above the threshold from which payouts are looked at.",
  destination_unverified: "the destination account is not verified yet.",
  destination_edited: "the destination account was changed in the last 24 hours.",
};

const steps = (one) =>
  one.execution_steps?.length > 1 &&
  h(
    "section",
    { class: "section" },
    h("h2", `Sent in ${one.execution_steps.length} parts`),
    table({
      caption: "Parts",
      rows: one.execution_steps,
      columns: [
        { title: "Part", place: "main", cell: (step) => String(step.step) },
        { title: "Status", place: "aside upper", cell: (step) => chip(step.status) },
        { title: "Finished", place: "lower", cell: (step) => time(step.finalized_at, { precise: true }) },
        { title: "Amount", right: true, place: "aside lowest", cell: (step) => money(step.amount, one.currency) },
        {
          title: "Arrived",
          right: true,
          place: "narrow-off",
          cell: (step) => money(step.transfer_amount, one.currency),
        },
      ],
    }),
  );

const happened = (view, kind, one) =>
  loaded(
    view,
    async () => (await api.get(`${kind.api}/${one.id}/timeline`, { signal: view.signal })).data,
    (items) => timeline(items, { view, kind: kind.kind, currency: one.currency }),
  );

/** The callbacks; each of their attempts is in the timeline too. */
const caused = (view, kind, one, history) =>
  live(
    view,
    async () =>
      (await api.get("/api/deliveries", { query: { transaction_id: one.id, limit: 100 }, signal: view.signal })).data,
    (deliveries) => {
      if (shownBefore.has(history)) {
        history.again();
      }
      shownBefore.add(history);
      return deliveries.length
        ? deliveryTable(view, deliveries, { ofOne: true })
        : h(
            "div",
            { class: "card" },
            empty(
              "No callback",
              kind.isFinal(one)
                ? "None was sent in the last 30 days: no address was set, or there is no callback of this status."
                : "One is sent when the outcome is known and a callback address is set.",
              h("a", { class: "button", href: view.href("callbacks") }, "Callbacks"),
            ),
          );
    },
    { isFinal: (deliveries) => deliveries.every(({ status }) => status !== "pending") },
  );

/** Timelines beside which callbacks were shown. */
const shownBefore = new WeakSet();
