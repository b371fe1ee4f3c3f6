// The slips of a payin: what each shows, what became of it, and its picture.

import { api } from "../api.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { slipSource } from "../happened.js";
import { chip } from "../parts/chip.js";
import { copyable } from "../parts/copy.js";
import { dialog } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { live } from "../parts/live.js";
import { empty } from "../parts/notice.js";
import { facts, money, time } from "../parts/values.js";

/** Why a slip was rejected, and what to do. */
const REASONS = {
  unreadable: "The picture cannot be read. Ask the payer for the slip as the app of the bank saves it.",
  not_a_slip: "The picture is not a transfer slip. Ask the payer for the slip of the transfer.",
  wrong_amount: "It shows another amount than was to be paid. If the money arrived, open a ticket about this payin.",
  wrong_receiver: "It shows a transfer to another account. Ask the payer which account was paid.",
  duplicate: "Its transfer was used before, and a transfer pays once. Ask the payer for the slip of this payment.",
  not_received: "The transfer did not arrive. Ask the payer to check with the bank whether it was made.",
  other: "It does not show the payment of this payin. To ask why, open a ticket about this payin.",
};

/** What a check of an undecided slip found. */
const DOUBTS = {
  duplicate: "Its transfer was used before. Our staff decide.",
  wrong_receiver: "It shows a transfer to another account. Our staff decide.",
  wrong_amount: "It shows another amount than is to be paid. Our staff decide.",
  earlier: "It shows a transfer from before the payin was created. Our staff decide.",
};

/** What became of a slip. */
const outcome = ({ status, reason, doubt }) => {
  if (status === "accepted") {
    return "It shows a payment of this payin.";
  }
  return status === "rejected" ? (REASONS[reason] ?? REASONS.other) : (DOUBTS[doubt] ?? "It is being checked.");
};

/** The section of a payin that is paid by bank transfer; it shows new slips and decisions as they come. */
export const slipsOf = (view, payin, { isFinal }) =>
  h(
    "section",
    { class: "section" },
    h("h2", "Slips"),
    live(
      view,
      async () => (await api.get(`/api/payins/${payin.id}/slips`, { signal: view.signal })).data,
      (slips) => (slips.length ? h("ul", { class: "slips" }, slips.map((one) => card(payin, one))) : none(isFinal)),
      {
        isFinal: (slips) => isFinal && slips.every(({ status }) => status !== "pending"),
        told: (slips) => (slips.length ? `Slip ${slips.length}: ${words(slips.at(-1).status)}` : "No slip"),
      },
    ),
  );

const none = (isFinal) =>
  h(
    "div",
    { class: "card" },
    empty(
      "No slip",
      isFinal
        ? "Nobody sent a slip for this payin."
        : "Slips that the payer uploads on the pay page, or your system sends for the payer, are shown here.",
    ),
  );

const card = (payin, slip) =>
  h(
    "li",
    { class: "card padded slip" },
    thumbnail(payin, slip),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "card-head" }, h("h3", `Slip ${slip.number}`), chip(slip.status)),
      h("p", outcome(slip)),
    ),
    facts([
      ["Amount", slip.amount === null ? null : money(slip.amount, slip.currency)],
      ["Accepted amount", differs(slip, payin) ? money(slip.paid_amount, payin.currency) : null],
      ["Sender", slip.sender && sender(slip.sender)],
      ["Transferred", slip.transferred_at && time(slip.transferred_at, { precise: true })],
      ["Bank reference", slip.reference && copyable(slip.reference, "Bank reference")],
      ["Verified", verified(slip)],
      ["Received", [time(slip.uploaded_at, { precise: true }), h("span", { class: "under" }, received(slip))]],
      ["Decided", slip.decided_at && time(slip.decided_at, { precise: true })],
    ]),
  );

/** Whether the verification service confirmed the transfer; our staff accept others by what they read on the slip. */
const verified = (slip) => {
  if (slip.verified) {
    return "Yes";
  }
  return slip.status === "accepted" ? "No, our staff read it" : "No";
};

const differs = (slip, payin) =>
  slip.paid_amount !== null && (slip.paid_amount !== slip.amount || slip.currency !== payin.currency);

const received = ({ source, late }) => `${slipSource(source)}${late ? ", after the payin had expired" : ""}`;

const sender = ({ name, bank_code: bank, account_no: account }) => [
  h("span", name ?? bank ?? account),
  name && (bank || account) && h("span", { class: "under" }, [bank, account].filter(Boolean).join(" ")),
  !name && bank && account && h("span", { class: "under" }, account),
];

/** A link to the picture. A plain click opens it on this page, and a modified one in a new tab as any link. */
const thumbnail = (payin, slip) => {
  const address = `/api/payins/${payin.id}/slips/${slip.number}/image`;
  const open = (event) => {
    if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      enlarge(address, slip);
    }
  };
  return h(
    "a",
    { class: "picture", href: address, target: "_blank", rel: "noopener", "aria-label": `Picture of slip ${slip.number}`, on: { click: open } },
    h("img", { src: address, alt: "", width: slip.width, height: slip.height, loading: "lazy", decoding: "async" }),
  );
};

const enlarge = (address, slip) =>
  dialog(
    `Slip ${slip.number}`,
    (close) => [
      h("img", { class: "large-picture", src: address, alt: `Picture of slip ${slip.number}`, width: slip.width, height: slip.height }),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button", href: address, target: "_blank", rel: "noopener" }, icon("out"), "Open in a new tab"),
        h("button", { type: "button", class: "button primary", autofocus: true, on: { click: () => close() } }, "Close"),
      ),
    ],
    { look: "picture-sheet" },
  );
