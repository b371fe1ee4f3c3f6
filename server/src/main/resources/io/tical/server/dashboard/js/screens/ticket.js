// One issue ticket: what was asked, and what the operator answered.

import { api } from "../api.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { chip } from "../parts/chip.js";
import { shortId } from "../parts/copy.js";
import { confirm } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { zoneNote } from "../parts/list.js";
import { live } from "../parts/live.js";
import { facts, time } from "../parts/values.js";
import { kindOf } from "../kinds.js";
import { problemOf } from "../tickets.js";

export const ticketScreen = (view) => ({
  title: "Ticket",
  back: h("a", { class: "back", href: view.href("tickets") }, icon("left"), "Tickets"),
  content: live(
    view,
    async () => (await api.get(`/api/issues/${encodeURIComponent(view.params.id)}`, { signal: view.signal })).data,
    (ticket) => show(view, ticket),
    { isFinal: ({ status }) => !["open", "claimed"].includes(status), told: (ticket) => `Ticket: ${words(ticket.status)}`, explain: (error) => error.status === 404 && h("a", { class: "button", href: view.href("tickets") }, "All tickets") },
  ),
});

const show = (view, ticket) => {
  view.name(problemOf(ticket));
  const page = kindOf(ticket.transaction_type)?.path ?? PATHS[ticket.transaction_type];
  return h(
    "div",
    { class: "blocks" },
    h(
      "section",
      { class: "card padded" },
      h("div", { class: "card-head" }, h("h2", problemOf(ticket)), chip(ticket.status)),
      facts(
        [
          ["About", words(ticket.issue_type)],
          ["Id", shortId(ticket.id, "Ticket id")],
          ["Request", shortId(ticket.request_id, "Request id")],
          [
            "Transaction",
            ticket.transaction_id && [
              shortId(ticket.transaction_id, "Transaction id"),
              page && [" ", h("a", { href: view.href(`${page}/${ticket.transaction_id}`) }, "Open")],
            ],
          ],
          ["Opened", time(ticket.created_at, { precise: true })],
          ["Updated", time(ticket.updated_at, { precise: true })],
          ["Closed", ticket.resolved_at && time(ticket.resolved_at, { precise: true })],
        ],
        { look: "two" },
      ),
      ticket.description && h("div", { class: "stack" }, h("h3", "Description"), h("p", { class: "prose" }, ticket.description)),
      view.mayWrite && ticket.status === "open" && h("div", { class: "actions" }, cancelButton(view, ticket)),
    ),
    h("section", { class: "card padded" }, h("h2", "Answers"), answers(ticket)),
    zoneNote(),
  );
};

/** The lists of the transactions that are no payments. */
const PATHS = { settlement: "settlements", organization_transfer: "transfers" };

const cancelButton = (view, ticket) =>
  h(
    "button",
    {
      type: "button",
      class: "button danger",
      on: {
        click: async () => {
          const done = await confirm({
            title: "Cancel this ticket?",
            does: ["Operators no longer work on it. You can open another one."],
            action: "Cancel the ticket",
            keep: "Keep the ticket",
            run: () => api.post(`/api/issues/${ticket.id}/cancel`),
          });
          if (done) {
            view.goTo(location.pathname, { replace: true });
          }
        },
      },
    },
    "Cancel the ticket",
  );

const answers = (ticket) => {
  const all = [
    ...ticket.comments.map(({ text, created_at: at }) => ["Operator", text, at]),
    ...(ticket.resolution ? [[words(ticket.status), ticket.resolution, ticket.resolved_at]] : []),
  ];
  return all.length
    ? h(
        "ol",
        { class: "answers" },
        all.map(([from, text, at]) => h("li", { class: "stack" }, h("p", h("b", from), " ", time(at, { precise: true })), h("p", { class: "prose" }, text))),
      )
    : h("p", { class: "quiet" }, WAITING[ticket.status] ?? "There is no answer.");
};

const WAITING = {
  open: "Nobody has answered yet. You can cancel the ticket until an operator takes it.",
  claimed: "An operator is looking into it.",
};
