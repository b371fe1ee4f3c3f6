// The issue tickets.

import { h } from "../dom.js";
import { words } from "../format.js";
import { chip } from "../parts/chip.js";
import { shortId } from "../parts/copy.js";
import { choiceField, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";
import { problemOf, TICKET_STATUSES, TICKET_TYPES } from "../tickets.js";

export const tickets = (view) => ({
  title: "Tickets",
  lead: "What you asked the operator to look into, and what they answered.",
  content: list(view, {
    from: "/api/issues",
    path: "tickets",
    noun: "ticket",
    fields: [
      searchField(view.query, { placeholder: "Request id, transaction id or ticket id" }),
      choiceField(view.query, {
        name: "status",
        label: "Status",
        options: TICKET_STATUSES.map((one) => [one, words(one)]),
      }),
      choiceField(view.query, { name: "issue_type", label: "About", options: TICKET_TYPES }),
    ],
    rows: (data) => ticketTable(view, data),
    nothing: empty(
      `No tickets in ${view.environment} mode`,
      "If something is wrong with a payment, open it and choose \u201cOpen a ticket\u201d.",
      h("a", { class: "button", href: view.href("payins") }, "Payins"),
      h("a", { class: "button", href: view.href("payouts") }, "Payouts"),
    ),
    hint: "The search matches the beginning of request ids, transaction ids and ticket ids.",
  }),
});

export const ticketTable = (view, data) =>
  table({
    caption: "Tickets",
    rows: data,
    leads: (one) => view.href(`tickets/${one.id}`),
    columns: [
      { title: "Problem", place: "main", cell: (one) => problemOf(one) },
      { title: "About", place: "lower", cell: (one) => words(one.issue_type) },
      { title: "Status", place: "aside upper", cell: (one) => chip(one.status) },
      { title: "Request", place: "at-large narrow-off", cell: (one) => shortId(one.request_id, "Request id") },
      { title: "Opened", place: "whole", cell: (one) => time(one.created_at) },
    ],
  });
