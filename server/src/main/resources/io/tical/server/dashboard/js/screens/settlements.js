// Sweeps of the balance to bank accounts.

import { h } from "../dom.js";
import { heldCodes, shortened, words } from "../format.js";
import { settlementMoney } from "../money.js";
import { chip } from "../parts/chip.js";
import { copyable, shortId } from "../parts/copy.js";
import { choiceField, currencyFields, dayFields, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty, notice } from "../parts/notice.js";
import { single } from "../parts/single.js";
import { table } from "../parts/table.js";
import { bigMoney, facts, money, time } from "../parts/values.js";
import { ticketsAbout } from "./tickets.js";

const API = "/api/settlements";
const PATH = "settlements";
const STATUSES = ["pending", "processing", "completed", "failed"];

const account = ({ bank_code: bank, account_no: number }) => `${bank} ${number}`;

export const settlements = (view) => {
  const currency = currencyFields(view.query, { codes: heldCodes(), usual: () => view.session.default_currency });
  return {
    title: "Settlements",
    lead: "Parts of your balance that you sent to a verified bank account.",
    content: list(view, {
      from: API,
      path: PATH,
      noun: "settlement",
      fields: [
        searchField(view.query, { placeholder: "Operation id, name, account, amount or id" }),
        choiceField(view.query, { name: "status", label: "Status", options: STATUSES.map((one) => [one, words(one)]) }),
        currency.field,
      ],
      more: [...dayFields(view.query), ...currency.amounts],
      settle: currency.settle,
      rows: (data) => rows(view, data),
      nothing: empty(
        `No settlements in ${view.environment} mode yet`,
        "Your system sends a part of its balance to a verified account with POST /v1/settlements or POST /v1/organization-settlements.",
        h("a", { class: "button", href: "/docs" }, "API reference"),
      ),
      hint: "The search finds any part of an operation id, a name, an account number or an id, and whole amounts such as 1,500.00.",
    }),
  };
};

const rows = (view, data) =>
  table({
    caption: "Settlements",
    rows: data,
    leads: (one) => view.href(`${PATH}/${one.id}`),
    columns: [
      { title: "Destination", place: "main", cell: (one) => h("span", { class: "clip" }, one.destination.holder_name) },
      { title: "Account", place: "at-medium narrow-off", cell: (one) => account(one.destination) },
      {
        title: "Operation id",
        place: "at-wide narrow-off",
        cell: (one) => (one.client_operation_id ? shortId(one.client_operation_id, "Operation id") : "\u2013"),
      },
      { title: "Status", place: "lower", cell: (one) => chip(one.status) },
      { title: "Created", place: "whole", cell: (one) => time(one.created_at) },
      { title: "Ended", place: "at-widest narrow-off", cell: (one) => time(one.finalized_at) },
      { title: "Amount", right: true, place: "aside upper", cell: (one) => money(one.amount, one.currency) },
    ],
  });

export const settlementScreen = (view) =>
  single(view, {
    from: API,
    path: PATH,
    titles: ["Settlement", "Settlements"],
    kind: "settlement",
    named: (one) => one.client_operation_id ?? shortened(one.id),
    isFinal: ({ status }) => ["completed", "failed"].includes(status),
    show,
    more: (one) => ticketsAbout(view, { id: one.id, noun: "settlement", type: "settlement", callbacks: true }),
  });

const show = (one) => [
  one.failure_code &&
    notice(
      "failure",
      h("p", h("b", "Why it failed: "), one.failure_message ?? one.failure_code),
      h("p", { class: "origin" }, h("span", "Code ", h("code", one.failure_code))),
    ),
  h(
    "section",
    { class: "card padded" },
    h("div", { class: "card-head" }, bigMoney(one.amount, one.currency), chip(one.status)),
    facts(
      [
        ...settlementMoney(one).map(([label, value, code = one.currency]) => [
          label,
          typeof value === "string" ? value : money(value, code),
        ]),
        ["Holder", one.destination.holder_name],
        ["Bank", one.destination.bank_code],
        ["Account", copyable(one.destination.account_no, "Account number")],
        ["Account id", shortId(one.dest_account_id, "Account id")],
        ["Operation id", one.client_operation_id && shortId(one.client_operation_id, "Operation id")],
        ["Id", shortId(one.id)],
        ["Created", time(one.created_at, { precise: true })],
        [one.status === "failed" ? "Failed" : "Completed", one.finalized_at && time(one.finalized_at, { precise: true })],
        ["Environment", one.livemode ? "Live" : "Test"],
      ],
      { look: "two" },
    ),
  ),
];
