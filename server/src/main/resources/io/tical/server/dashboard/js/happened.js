// Texts of the timeline: one for each kind of item and each trigger.

const TRIGGERS = {
  payin: {
    activate: "opened for its payer",
    arrive: "a slip or a payment arrived",
    cancel: "by your system",
    test_confirm: "confirmed with a test key",
    confirm: "the payment was confirmed",
    fail: "the payment was refused, or our staff closed the payin",
    expire: "no payment was confirmed in time",
    open_refund: "our staff started a refund",
    complete_refund: "the payment was refunded to the payer",
  },
  payout: {
    activate: "accepted for sending",
    test_confirm: "confirmed with a test key",
    cancel: "by your system",
    approve: "approved after review",
    reject: "rejected in review",
    expire: "not reviewed in time",
    delivered: "everything arrived",
    partly_delivered: "part of it was delivered",
    not_delivered: "nothing arrived",
    lose_track: "the bank could not confirm the delivery",
    retry: "sent again",
    late_confirm: "the bank confirmed late",
    revert: "reverted after delivery",
    complete_refund: "the refund is complete",
  },
  settlement: {
    send: "given to the bank",
    delivered: "everything arrived",
    not_delivered: "nothing arrived",
    lose_track: "the bank could not confirm the delivery",
    retry: "sent again",
    come_back: "the bank returned it after delivery",
  },
};

/** The same of changes that users made here. */
const BY_USERS = { cancel: "in the dashboard", test_confirm: "confirmed in the dashboard" };

/**
 * The reason of a status change; null for an unknown trigger.
 *
 * @param detail of the item: `trigger`, and `actor`, the kind of who did it
 * @param user the name, if it was one of the organization's users
 */
export const trigger = (kind, { trigger: word, actor }, user) => {
  const own = actor === "user" && BY_USERS[word];
  return own ? by(own, user) : (TRIGGERS[kind]?.[word] ?? null);
};

/** The same of a creation. */
export const created = (user) => user && by("in the dashboard", user);

const by = (text, user) => (user ? `${text} by ${user}` : text);

const POSTINGS = {
  sandbox_top_up: "Test money added",
  organization_transfer_out: "Sent to another organization",
  organization_transfer_in: "Received from another organization",
  payout_reserve: "Reserved in the balance",
  payout_activate: "Reserved money captured",
  payout_capture: "Captured from the balance",
  payout_deliver: "Sent to the bank",
  payout_fee: "Fee charged",
  payout_return: "Returned to the balance",
  payout_release: "Released to the balance",
  payout_turn_down: "Held until the refund",
  payout_revert: "Returned by the bank, held until the refund",
  payout_fee_revert: "Fee returned, held until the refund",
  payout_claim: "Sent in addition, claimed back",
  settlement_capture: "Captured from the balance",
  settlement_deliver: "Sent to the bank",
  settlement_exchange: "Converted to the currency of the account",
  settlement_fee: "Fee charged",
  settlement_return: "Returned to the balance",
  settlement_claim: "Sent in addition, claimed back",
  settlement_revert: "Returned by the bank to the balance",
  settlement_fee_revert: "Fee returned",
  conversion_deliver: "Sent to the bank after conversion",
  conversion_claim: "Sent in addition after conversion, claimed back",
  payin_credit: "Credited to the balance",
  payin_fee: "Fee charged",
  payin_owed_credit: "Credited to the balance",
  payin_owed_fee: "Fee charged",
  payin_refund_hold: "Held for the refund",
  payin_refund: "Refunded to the payer",
  payin_fee_refund: "Fee refunded to the payer",
  suspense_receive: "Unallocated payment received",
  suspense_release: "Unallocated payment released",
  suspense_keep: "Unallocated payment kept by the operator",
  suspense_claim_return: "Claimed payment returned",
  suspense_claim_bear: "Claimed payment written off by the operator",
};

/** The text of a posting; null for an unknown posting. */
export const posting = (word) => POSTINGS[word] ?? null;

const ACCOUNTS = {
  available: "available",
  held: "held",
  in_transit: "in transit",
  rail: "bank",
  fee: "fees",
  sandbox: "sandbox",
  suspense: "unallocated funds",
  exchange: "currency exchange",
  interorg: "another organization",
};

/** The name of a ledger account; null for an unknown account. */
export const account = (word) => ACCOUNTS[word] ?? null;

const SOURCES = { api: "sent by your system", pay_page: "sent by the payer on the pay page" };

/** Who sent a slip. */
export const slipSource = (word) => SOURCES[word] ?? "sent for this payin";

const REASONS = {
  unreadable: "it could not be read",
  not_a_slip: "the picture is not a transfer slip",
  wrong_amount: "it shows another amount",
  wrong_receiver: "it shows another receiver",
  duplicate: "it was used before",
  not_received: "the transfer did not arrive",
  other: "it does not match this payin",
};

const SLIPS = {
  "slip uploaded": ["received", ({ source }) => SOURCES[source]],
  "slip in review": ["in review", () => "our staff check it"],
  "slip accepted": ["accepted", () => "it shows the payment of this payin"],
  "slip rejected": ["rejected", ({ reason }) => REASONS[reason ?? "other"]],
};

/** A change of a slip: `[what, why]`; null if it is unknown. */
export const slip = ({ title, detail }) => {
  const [what, why] = SLIPS[title] ?? [];
  return what && why(detail) ? [detail.number > 1 ? `Slip ${detail.number} ${what}` : `Slip ${what}`, why(detail)] : null;
};

const MATCHES = {
  open: {
    payin: ["Matched", "the payer pays the recipient of a payout directly"],
    payout: ["Matched", "a payer was asked to pay the recipient directly"],
  },
  released: {
    payin: ["Match ended", "the payer did not pay the recipient in time"],
    payout: ["Match ended", "the payer did not pay it; it is sent to the bank"],
  },
};

/** A change of a direct match: `[what, why]`; null if it is unknown. */
export const match = (kind, { detail }) => MATCHES[detail.match]?.[kind] ?? null;

const UNMATCHED = {
  late: "it arrived after the payin had expired",
  partial: "it is less than the requested amount",
  extra: "the payin was already paid",
  closed: "the payin was cancelled or closed",
  named: "its transaction was recorded as another transfer",
  delivered_late: "an abandoned attempt was delivered",
};

const SUSPENSE = {
  "payment unallocated": ["Payment unallocated", ({ reason }) => UNMATCHED[reason]],
  "unallocated payment matched": ["Unallocated payment matched with a payin", () => "our staff found its payin"],
  "unallocated payment returned": ["Unallocated payment returned", () => "it was returned to its sender"],
  "unallocated payment kept": ["Unallocated payment kept", () => "our staff decided so"],
};

/** A change of an unallocated payment: `[what, why]`; null for another posting. */
export const suspense = ({ title, detail }) => {
  const [what, why] = SUSPENSE[title] ?? [];
  return what && why(detail) ? [what, why(detail)] : null;
};
