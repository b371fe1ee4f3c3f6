// Issue tickets: what can be wrong, and the dialog that opens one.

import { words } from "./format.js";
import { intent } from "./parts/actions.js";
import { dialog } from "./parts/dialog.js";
import { field, form } from "./parts/form.js";

const OTHER = ["other", "Something else"];
const LATE = ["delayed", "It takes too long"];
const AMOUNT = ["wrong_amount", "The amount is wrong"];
const SENT = [["not_received", "The recipient did not receive it"], AMOUNT, LATE, OTHER];

/** What can be wrong with each type. */
const PROBLEMS = {
  payin: [["not_credited", "A payer paid, and it was not credited"], AMOUNT, LATE, OTHER],
  payout: SENT,
  settlement: SENT,
  refund: [
    ["refund_requested", "The payer is to be refunded"],
    ["not_received", "The payer did not receive the refund"],
    AMOUNT,
    LATE,
    OTHER,
  ],
  callback: [["callback_missing", "A callback did not arrive"], LATE, OTHER],
  other: [OTHER],
};

export const TICKET_TYPES = Object.keys(PROBLEMS).map((type) => [type, words(type)]);
export const TICKET_STATUSES = ["open", "claimed", "resolved", "rejected", "cancelled"];

/** What a ticket says is wrong. */
export const problemOf = ({ issue_type: type, issue_sub_type: subType }) =>
  (PROBLEMS[type] ?? []).find(([value]) => value === subType)?.[1] ?? words(subType);

const DESCRIPTION_LENGTH_MAX = 2_000;

/**
 * Asks what is wrong, and opens a ticket.
 *
 * @param about `[[type, text], …]`: what the ticket may be about
 * @param requestId the id of the transaction, or of a request
 * @returns the ticket, or null
 */
export const openTicket = (view, { about, requestId }) =>
  dialog("Open a ticket", (close) => {
    const type = field({ name: "issue_type", label: "It is about", options: about });
    const subType = field({ name: "issue_sub_type", label: "What is wrong", options: PROBLEMS[about[0][0]] });
    type.input.addEventListener("change", () => {
      subType.input.replaceChildren(...PROBLEMS[type.value()].map(([value, text]) => new Option(text, value)));
    });
    const description = field({
      name: "description",
      label: "Description",
      multiline: true,
      maxlength: DESCRIPTION_LENGTH_MAX,
      help: `What you expected, and what happened. ${about.some(([one]) => one === "refund") ? "For a refund of a part, say how much. " : ""}It is optional.`,
    });
    description.input.classList.add("prose");
    const send = intent();
    return form({
      fields: [type, subType, description],
      action: "Open the ticket",
      cancel: close,
      sentences: { RESOURCE_EXISTS: () => "There is an open ticket about this already. Read its answers under Tickets." },
      run: async (values) => {
        const body = { ...values, environment: view.environment, request_id: requestId };
        close(await send("/api/issues", { ...body, description: values.description.trim() || null }));
      },
    });
  });
