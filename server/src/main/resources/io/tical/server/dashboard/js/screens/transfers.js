// Money that organizations sent each other.

import { h } from "../dom.js";
import { activeCodes } from "../format.js";
import { chip } from "../parts/chip.js";
import { copyable, shortId } from "../parts/copy.js";
import { choiceField, currencyFields, dayFields, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { single } from "../parts/single.js";
import { table } from "../parts/table.js";
import { bigMoney, facts, money, time } from "../parts/values.js";
import { ticketsAbout } from "./tickets.js";

const API = "/api/organization-transfers";
const PATH = "transfers";

const DIRECTIONS = [
  ["outgoing", "Sent"],
  ["incoming", "Received"],
];

const directionOf = ({ direction }) => DIRECTIONS.find(([value]) => value === direction)?.[1] ?? direction;

export const transfers = (view) => {
  const currency = currencyFields(view.query, { codes: activeCodes(), usual: () => view.session.default_currency });
  return {
    title: "Transfers",
    lead: [
      "Money that you sent to other organizations of this service, and what they sent you. They send to your organization code: ",
      copyable(view.session.organization_code, "Organization code"),
    ],
    content: list(view, {
      from: API,
      path: PATH,
      noun: "transfer",
      fields: [
        searchField(view.query, { placeholder: "Reference, organization, amount or id" }),
        choiceField(view.query, { name: "direction", label: "Direction", options: DIRECTIONS }),
        currency.field,
      ],
      more: [...dayFields(view.query), ...currency.amounts],
      settle: currency.settle,
      rows: (data) => rows(view, data),
      nothing: empty(
        `No transfers in ${view.environment} mode yet`,
        "Your system sends money to another organization with POST /v1/organization-transfers.",
        h("a", { class: "button", href: "/docs" }, "API reference"),
      ),
      hint: "The search finds any part of a reference, an organization's name or code, or an id, and whole amounts such as 1,500.00.",
    }),
  };
};

const rows = (view, data) =>
  table({
    caption: "Transfers",
    rows: data,
    leads: (one) => view.href(`${PATH}/${one.id}`),
    columns: [
      {
        title: "Organization",
        place: "main",
        cell: (one) => h("span", { class: "clip" }, one.counterparty_name),
      },
      { title: "Direction", place: "lower", cell: directionOf },
      { title: "Reference", place: "at-medium narrow-off", cell: (one) => h("span", { class: "clip" }, one.merchant_ref_id ?? "\u2013") },
      { title: "Created", place: "whole", cell: (one) => time(one.created_at) },
      { title: "Amount", right: true, place: "aside upper", cell: (one) => money(one.amount, one.currency_code) },
    ],
  });

export const transferScreen = (view) =>
  single(view, {
    from: API,
    path: PATH,
    titles: ["Transfer", "Transfers"],
    kind: "organization_transfer",
    named: (one) => one.merchant_ref_id ?? `${one.direction === "incoming" ? "From" : "To"} ${one.counterparty_name}`,
    show,
    more: (one) => ticketsAbout(view, { id: one.id, noun: "transfer", type: "other", callbacks: false }),
  });

const show = (one) => [
  h(
    "section",
    { class: "card padded" },
    h("div", { class: "card-head" }, bigMoney(one.amount, one.currency_code), chip(one.status)),
    facts(
      [
        [one.direction === "incoming" ? "Received from" : "Sent to", one.counterparty_name],
        ["Code", copyable(one.counterparty_code, "Code")],
        ["Reference", one.merchant_ref_id && copyable(one.merchant_ref_id, "Reference")],
        ["Id", shortId(one.id)],
        ["Created", time(one.created_at, { precise: true })],
        ["Environment", one.livemode ? "Live" : "Test"],
        ["Notes", one.notes],
      ],
      { look: "two" },
    ),
  ),
];
