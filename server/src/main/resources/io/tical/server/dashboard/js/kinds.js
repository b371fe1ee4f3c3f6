// Payouts and payins are two configurations of the same screens.

import { h } from "./dom.js";
import { activeCodes, heldCodes, words } from "./format.js";
import { isOpen, payinMoney, payinTimes, payoutMoney, payoutTimes } from "./money.js";
import { copyable, shortId } from "./parts/copy.js";
import { newTab } from "./parts/new-tab.js";
import { money } from "./parts/values.js";

const account = ({ bank_code: bank, account_no: number }) => `${bank} ${number}`;

const amounts = (lines, currency) =>
  lines.map(([label, value]) => [label, typeof value === "string" ? value : money(value, currency)]);

/** The statuses after which nothing is expected. What was rejected is refunded later. */
const FINAL = {
  payin: ["success", "failed", "refunded", "expired", "cancelled"],
  payout: ["success", "partial_success", "failed", "refunded", "expired", "cancelled"],
};

const payouts = {
  kind: "payout",
  path: "payouts",
  title: "Payouts",
  lead: "Money you send to a bank account.",
  api: "/api/payouts",
  statuses: [
    "pending",
    "pending_review",
    "processing",
    "in_review",
    "success",
    "partial_success",
    "failed",
    "rejected",
    "refunded",
    "expired",
    "cancelled",
  ],
  currencies: activeCodes,
  isFinal: ({ status }) => FINAL.payout.includes(status),
  counterparty: {
    title: "Destination",
    name: (payout) => payout.destination.holder_name,
    detail: (payout) => account(payout.destination),
  },
  search: "Reference, name, account, amount, note or id",
  found: "any part of a reference, a note, a name, an account number or an id, and whole amounts such as 1,500.00",
  none: "A payout appears here as soon as your system creates it with an API key.",
  amounts: (payout) => amounts(payoutMoney(payout), payout.currency),
  times: payoutTimes,
  party: (payout) => [
    ["Holder", payout.destination.holder_name],
    ["Bank", payout.destination.bank_code],
    ["Account", copyable(payout.destination.account_no, "Account number")],
    ["Customer", payout.customer_name],
    ["Customer id", shortId(payout.customer_id, "Customer id")],
    ["Account id", shortId(payout.customer_account_id, "Account id")],
  ],
  channel: {
    title: "Sent from",
    facts: (payout) => [
      ["Channel", payout.sender_type && words(payout.sender_type.toLowerCase())],
      ["Bank", payout.sender_platform],
      ["Account", payout.sender_identifier],
      ["Holder", payout.sender_holder_name],
      ["Slip reference", payout.slip_qr_ref && copyable(payout.slip_qr_ref, "Slip reference")],
      ["Slip", payout.slip_qr_string],
    ],
  },
};

const CHANNELS = [
  ["bank", "Bank transfer"],
  ["qrcode", "QR code"],
  ["crypto", "USDT (crypto)"],
];

const channelName = (word) => CHANNELS.find(([value]) => value === word)?.[1] ?? word;

const received = ({ channel, receiving_identifier: identifier }) => {
  const what = channel === "crypto" ? "Address" : "Account";
  return [what, identifier && copyable(identifier, channel === "crypto" ? what : "Account number")];
};

/** The page of a payin that is over: to copy, and to see what payers see. That of an open one is above, as its pay link. */
const closedPage = (payin, url, what) =>
  url && !isOpen(payin) ? [copyable(url, what), " ", newTab(url, { class: "with-icon" })] : null;

const payins = {
  kind: "payin",
  path: "payins",
  title: "Payins",
  lead: "Money your payers send to you.",
  api: "/api/payins",
  statuses: ["pending", "processing", "success", "failed", "rejected", "refunded", "expired", "cancelled"],
  currencies: heldCodes,
  channels: CHANNELS,
  isFinal: ({ status }) => FINAL.payin.includes(status),
  /** Whether payers prove payments with slips; deposits are found on their blockchain. */
  slips: ({ channel }) => channel !== "crypto",
  counterparty: {
    title: "Payer",
    name: (payin) => payin.customer_account_holder_name ?? payin.customer_name ?? "\u2013",
    detail: (payin) => channelName(payin.channel),
  },
  search: "Reference, pay link, name, amount, note or id",
  found:
    "any part of a reference, a note, a name, an account number or an id, whole amounts such as 1,500.00, pay links, and the whole bank reference of a slip",
  none: "A payin appears here as soon as your system creates it with an API key, or an owner creates a pay link here.",
  amounts: (payin) => amounts(payinMoney(payin), payin.currency),
  times: payinTimes,
  /** When a statement of the bank proved the payment; nothing without a proof. */
  provedAt: ({ bank_proved_at: at }) => at,
  party: (payin) => [
    ["Holder", payin.customer_account_holder_name],
    ["Customer", payin.customer_name],
    ["Customer id", payin.customer_id && shortId(payin.customer_id, "Customer id")],
    ["Account id", payin.customer_account_id && shortId(payin.customer_account_id, "Account id")],
    ["Pay page", closedPage(payin, payin.paypage_url, "Address of the pay page")],
    ["Deposit page", closedPage(payin, payin.deposit_page_url, "Address of the deposit page")],
    ["Theme", payin.pay_theme],
    ["Goes on to", payin.redirect_url],
  ],
  channel: {
    title: "Received at",
    facts: (payin) => [
      ["Channel", channelName(payin.channel)],
      ["Directly to", payin.receiving_type === "P2P" ? "The recipient of a payout" : null],
      [payin.channel === "crypto" ? "Network" : "Bank", payin.receiving_platform],
      received(payin),
      ["Holder", payin.receiving_holder_name],
    ],
  },
};

export const KINDS = [payins, payouts];

/** The configuration of a transaction's type, if there is a screen for it. */
export const kindOf = (type) => KINDS.find((one) => one.kind === type);
