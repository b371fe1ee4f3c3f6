// The issue tickets.

import { api } from "../api.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { announce } from "../parts/announce.js";
import { chip } from "../parts/chip.js";
import { shortId } from "../parts/copy.js";
import { choiceField, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty, loaded } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";
import { openTicket, problemOf, TICKET_STATUSES, TICKET_TYPES } from "../tickets.js";

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

const ticketTable = (view, data) =>
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

/**
 * The tickets about a transaction, and a button that opens one.
 *
 * @param id of the transaction
 * @param noun what it is called
 * @param type of a ticket about it
 * @param callbacks whether it has callbacks
 */
export const ticketsAbout = (view, { id, noun, type, callbacks }) => {
  const place = loaded(
    view,
    async () =>
      (await api.get("/api/issues", { query: { environment: view.environment, transaction_id: id, limit: 100 }, signal: view.signal }))
        .data,
    (found) =>
      found.length
        ? ticketTable(view, found)
        : h(
            "div",
            { class: "card" },
            empty("No ticket", `Is something wrong with this ${noun}? The operator of the service looks into it.`),
          ),
  );
  const open = async () => {
    const about = [
      [type, `This ${noun}`],
      ...(type === "payin" ? [["refund", `A refund of this ${noun}`]] : []),
      ...(callbacks ? [["callback", "Its callbacks"]] : []),
      ...(type === "other" ? [] : [["other", "Something else"]]),
    ];
    if (await openTicket(view, { about, requestId: id })) {
      announce("The ticket is open");
      place.again();
    }
  };
  return h(
    "section",
    { class: "section" },
    h(
      "div",
      { class: "card-head" },
      h("h2", "Tickets"),
      view.mayWrite && h("button", { type: "button", class: "button", on: { click: open } }, "Open a ticket"),
    ),
    place,
  );
};
