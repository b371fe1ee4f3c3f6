// What happened to a transaction, in sentences: one for each kind of item and each trigger that the service writes.

const TRIGGERS = {
  payin: {
    activate: "opened for its payer",
    arrive: "a slip or a payment arrived",
    cancel: "cancelled by you",
    test_confirm: "confirmed with a test key",
    confirm: "the payment was confirmed",
    fail: "the payment was refused, or our staff closed the payin",
    expire: "no payment was confirmed in time",
    open_refund: "our staff began to give the payment back",
    complete_refund: "the payer has the payment back",
  },
  payout: {
    activate: "accepted for sending",
    test_confirm: "confirmed with a test key",
    cancel: "cancelled by you",
    approve: "approved after review",
    reject: "rejected in review",
    expire: "not reviewed in time",
    delivered: "everything arrived",
    partly_delivered: "part of it arrived",
    not_delivered: "nothing arrived",
    lose_track: "the bank could not say whether it arrived",
    retry: "sent again",
    late_confirm: "the bank confirmed late",
    revert: "taken back after delivery",
    complete_refund: "the refund is complete",
  },
};

/** Why a payin or a payout changed its state; null for a trigger that is not known. */
export const trigger = (kind, word) => TRIGGERS[kind]?.[word] ?? null;

const POSTINGS = {
  sandbox_top_up: "Test money added",
  payout_reserve: "Reserved in the balance",
  payout_activate: "Reserved money taken",
  payout_capture: "Taken from the balance",
  payout_deliver: "Sent to the bank",
  payout_fee: "Fee charged",
  payout_return: "Returned to the balance",
  payout_release: "Released to the balance",
  payout_turn_down: "Held until the refund",
  payout_revert: "Given back by the bank, held until the refund",
  payout_fee_revert: "Fee given back, held until the refund",
  payout_claim: "Delivered after it was given up, claimed back",
  payin_credit: "Credited to the balance",
  payin_fee: "Fee charged",
  payin_owed_credit: "Credited to the balance",
  payin_owed_fee: "Fee charged",
  payin_refund_hold: "Held for the refund",
  payin_refund: "Given back to the payer",
  payin_fee_refund: "Fee given back to the payer",
  suspense_receive: "Payment without a match received",
  suspense_release: "Payment without a match released",
  suspense_keep: "Payment without a match kept by the operator",
  suspense_claim_return: "Claimed payment came back",
  suspense_claim_bear: "Claimed payment written off by the operator",
};

/** What was posted; null for a posting that is not known. */
export const posting = (word) => POSTINGS[word] ?? null;

const ACCOUNTS = {
  available: "available",
  held: "held",
  in_transit: "in transit",
  rail: "bank",
  fee: "fees",
  sandbox: "sandbox",
  suspense: "payments without a match",
  exchange: "currency exchange",
  interorg: "another organization",
};

/** An account of the ledger; null for one that is not known. */
export const account = (word) => ACCOUNTS[word] ?? null;

const SOURCES = { api: "sent by your system", pay_page: "sent by the payer on the pay page" };

const REASONS = {
  unreadable: "it could not be read",
  not_a_slip: "the picture is not a transfer slip",
  wrong_amount: "it shows another amount",
  wrong_receiver: "it shows another receiver",
  duplicate: "it was used before",
  not_received: "the transfer did not arrive",
  other: "it does not fit this payin",
};

const SLIPS = {
  "slip uploaded": ["received", ({ source }) => SOURCES[source]],
  "slip in review": ["in review", () => "our staff check it"],
  "slip accepted": ["accepted", () => "it shows the payment of this payin"],
  "slip rejected": ["rejected", ({ reason }) => REASONS[reason ?? "other"]],
};

/** What happened to a slip: `[what, why]`; null for what is not known. */
export const slip = ({ title, detail }) => {
  const [what, why] = SLIPS[title] ?? [];
  return what && why(detail) ? [detail.number > 1 ? `Slip ${detail.number} ${what}` : `Slip ${what}`, why(detail)] : null;
};

const MATCHES = {
  open: {
    payin: ["Matched", "its payer pays the recipient of a payout directly"],
    payout: ["Matched", "a payer was asked to pay its recipient directly"],
  },
  released: {
    payin: ["Match ended", "the payer did not pay the recipient in time"],
    payout: ["Match ended", "it was not paid this way, and is sent in another"],
  },
};

/** What happened to a direct match: `[what, why]`; null for what is not known. */
export const match = (kind, { detail }) => MATCHES[detail.match]?.[kind] ?? null;

const UNMATCHED = {
  late: "it came after the time for this payin",
  partial: "it is less than was asked for",
  extra: "the payin had its payment already",
  closed: "the payin was cancelled or closed",
  delivered_late: "an attempt that had been given up was delivered",
};

const SUSPENSE = {
  "payment put into suspense": ["Payment set aside", ({ reason }) => UNMATCHED[reason]],
  "payment in suspense matched": ["Set-aside payment used for a payin", () => "our staff found what it was for"],
  "payment in suspense returned": ["Set-aside payment returned", () => "it went back to its sender"],
  "payment in suspense kept": ["Set-aside payment kept", () => "our staff decided so"],
};

/** What happened to a payment that the payin did not take: `[what, why]`; null for another posting. */
export const suspense = ({ title, detail }) => {
  const [what, why] = SUSPENSE[title] ?? [];
  return what && why(detail) ? [what, why(detail)] : null;
};
