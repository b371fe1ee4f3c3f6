// The customers and their bank accounts.

import { h } from "../dom.js";
import { chip } from "../parts/chip.js";
import { copyButton } from "../parts/copy.js";
import { searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";
import { newCustomerButton } from "./new-customer.js";

export const customers = (view) => {
  const search = searchField(view.query, { placeholder: "Account number, id or holder name" });
  return {
    title: "Customers",
    lead: "The bank accounts that you pay, and whose they are.",
    actions: view.mayWrite && newCustomerButton(view),
    content: list(view, {
      from: "/api/customers",
      path: "customers",
      noun: "customer",
      fields: [search],
      rows: (data) => rows(view, data),
      nothing: empty(
        `No customers in ${view.environment} mode yet`,
        "Your system registers whom it pays with POST /v1/customers, and owners can register an account here.",
        h("a", { class: "button", href: "/docs/operations/registerCustomer" }, "API reference"),
      ),
      hint: "The search looks at the beginning of account numbers, ids and holder names.",
    }),
  };
};

const rows = (view, data) =>
  table({
    caption: "Customers",
    rows: data,
    leads: (one) => view.href("payouts", { q: one.holder_name }),
    columns: [
      { title: "Holder", place: "main", cell: (one) => h("span", { class: "clip" }, one.holder_name) },
      {
        title: "Account",
        place: "lower",
        cell: (one) =>
          h(
            "span",
            { class: "id" },
            h("span", { class: "clip" }, `${one.bank_code} ${one.account_no}`),
            copyButton(one.account_no, "Account number"),
          ),
      },
      { title: "Currency", place: "at-medium narrow-off", cell: (one) => one.currency },
      { title: "Status", place: "aside upper", cell: (one) => chip(one.is_verified ? "verified" : "unverified") },
      {
        title: "Id",
        place: "at-large narrow-off",
        cell: (one) =>
          h(
            "span",
            { class: "id" },
            h("code", { title: one.id }, `${one.id.slice(0, 8)}\u2026${one.id.slice(-4)}`),
            copyButton(one.id, "Account id"),
          ),
      },
      { title: "Created", place: "whole", cell: (one) => time(one.created_at) },
    ],
  });
