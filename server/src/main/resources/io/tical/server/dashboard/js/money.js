// The amounts and times of a transaction in each status. A word such as "Credited" is used only where money was posted; a
// test payin counts as paid and posts nothing.

/** Amounts: `[label, minor units or a text]`. */
export const payinMoney = (payin) => [
  ["Amount", payin.amount],
  ["To be transferred", payin.transfer_amount, OPEN.includes(payin.status)],
  ["Requested transfer", payin.transfer_amount, !OPEN.includes(payin.status)],
  [payin.livemode ? "Paid" : "Paid (simulated)", payin.paid_amount, payin.paid_amount > 0],
  ...(payin.livemode ? LIVE[payin.status] : TEST[payin.status])(payin),
].flatMap(([label, value, shown = true]) => (shown ? [[label, value]] : []));

const OPEN = ["pending", "processing"];

/** Whether a payin can be paid. */
export const isOpen = ({ status }) => OPEN.includes(status);

const awaited = ({ fee_amount: fee, net_amount: net }) => [
  ["Fee (estimate)", fee],
  ["Credited once paid (estimate)", net],
];
const unpaid = () => [["Credited", "Nothing"]];
const test = () => [["Credited", "Nothing (test)"]];

const LIVE = {
  pending: awaited,
  processing: awaited,
  success: ({ fee_amount: fee, net_amount: net }) => [
    ["Fee", fee],
    ["Credited", net],
  ],
  failed: unpaid,
  rejected: ({ fee_amount: fee, net_amount: net }) => [
    ["Fee", fee],
    ["Credited, now held for the refund", net],
  ],
  refunded: ({ net_amount: net }) => [["Credited, then debited for the refund", net]],
  expired: unpaid,
  cancelled: unpaid,
};

const simulated = ({ fee_amount: fee }) => [["Fee (simulated)", fee], ...test()];

const TEST = {
  pending: ({ fee_amount: fee }) => [["Fee (estimate)", fee], ...test()],
  processing: ({ fee_amount: fee }) => [["Fee (estimate)", fee], ...test()],
  success: simulated,
  failed: test,
  rejected: simulated,
  refunded: simulated,
  expired: test,
  cancelled: test,
};

/** The same of a payout. Test payouts move test money, so their texts equal those of live payouts. */
export const payoutMoney = (payout) => [["Amount", payout.amount], ...PAYOUT[payout.status](payout)];

const taken = "Taken from balance";
const back = () => [[taken, "Nothing: the whole amount was returned"]];

const reserved = ({ fee_amount: fee, net_amount: net }) => [
  ["Fee (if delivered)", fee],
  ["Reserved in your balance", net],
];
const underWay = ({ fee_amount: fee, net_amount: net, chain_transfer_amount: arrived }) => [
  ["Fee (if delivered)", fee],
  [taken, net],
  ["Delivered so far", arrived],
];
const arrived = ({ fee_amount: fee, net_amount: net, chain_transfer_amount: sum }) => [
  ["Fee", fee],
  [taken, net],
  ["Arrived", sum],
];
const reverted = ({ chain_transfer_amount: sum }) => (sum > 0 ? [["Delivered, then reverted", sum]] : []);

const PAYOUT = {
  pending: reserved,
  pending_review: reserved,
  processing: underWay,
  in_review: underWay,
  success: arrived,
  partial_success: arrived,
  failed: back,
  rejected: (payout) => [["Held until the refund, fee included", payout.net_amount], ...reverted(payout)],
  refunded: (payout) => [...back(), ...reverted(payout)],
  expired: back,
  cancelled: back,
};

/**
 * The same of a settlement: its amount is captured when it is created, and returned as a whole if it fails. A line may name a currency
 * other than the settlement's.
 */
export const settlementMoney = (settlement) => {
  const { status, amount, fee_amount: fee } = settlement;
  switch (status) {
    case "completed":
      return [[taken, amount], ["Fee", fee], ...delivery(settlement, "Converted", "Sent to the account")];
    case "failed":
      return back();
    default:
      return [
        [taken, amount],
        ["Fee (if delivered)", fee],
        ...delivery(settlement, "To be converted", "To be sent to the account"),
      ];
  }
};

const delivery = (settlement, converted, sent) => {
  const { currency, net_amount: net, target_currency_code: target, target_amount: arriving, rate } = settlement;
  return target === currency
    ? [[sent, net]]
    : [
        [converted, net],
        ["Rate", `1 ${currency} = ${rate} ${target}`],
        [sent, arriving, target],
      ];
};

/** The period in which a payin can be paid, and its end: `[label, Unix seconds]`. */
export const payinTimes = ({ status, expired_at: expires, finalized_at: ended }) => {
  switch (status) {
    case "pending":
    case "processing":
      return [["Expires", expires]];
    case "expired":
      return [["Expired", expires]];
    default:
      return [[PAYIN_ENDS[status], ended]];
  }
};

const PAYIN_ENDS = {
  success: "Confirmed",
  failed: "Failed",
  rejected: "Refund opened",
  refunded: "Refunded",
  cancelled: "Cancelled",
};

/** The end of the review period of a payout, or its end. */
export const payoutTimes = ({ status, expired_at: expires, finalized_at: ended }) => {
  switch (status) {
    case "pending":
    case "processing":
    case "in_review":
      return [];
    case "pending_review":
      return expires === null ? [] : [["Expires unless reviewed", expires]];
    default:
      return [[PAYOUT_ENDS[status], ended]];
  }
};

const PAYOUT_ENDS = {
  success: "Arrived",
  partial_success: "Finished",
  failed: "Failed",
  rejected: "Rejected",
  refunded: "Refunded",
  expired: "Expired",
  cancelled: "Cancelled",
};
