// What is said of a transaction's money and times in each of its states. A word such as "Credited" stands where money was
// posted, and nowhere else; a test payin counts as paid and posts nothing.

/** Lines of money: `[label, minor units or a sentence]`. */
export const payinMoney = (payin) => [
  ["Amount", payin.amount],
  ["To be transferred", payin.transfer_amount, OPEN.includes(payin.status)],
  ["Transfer asked for", payin.transfer_amount, !OPEN.includes(payin.status)],
  [payin.livemode ? "Paid" : "Paid (simulated)", payin.paid_amount, payin.paid_amount > 0],
  ...(payin.livemode ? LIVE[payin.status] : TEST[payin.status])(payin),
].flatMap(([label, value, shown = true]) => (shown ? [[label, value]] : []));

const OPEN = ["pending", "processing"];

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
  refunded: ({ net_amount: net }) => [["Credited, then taken back for the refund", net]],
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

/** The same of a payout. Test payouts move test money, so that they say what live ones say. */
export const payoutMoney = (payout) => [["Amount", payout.amount], ...PAYOUT[payout.status](payout)];

const taken = "Taken from balance";
const back = () => [[taken, "Nothing: all of it came back"]];

const reserved = ({ fee_amount: fee, net_amount: net }) => [
  ["Fee (if it arrives)", fee],
  ["Reserved in your balance", net],
];
const underWay = ({ fee_amount: fee, net_amount: net, chain_transfer_amount: arrived }) => [
  ["Fee (if it arrives)", fee],
  [taken, net],
  ["Arrived so far", arrived],
];
const arrived = ({ fee_amount: fee, net_amount: net, chain_transfer_amount: sum }) => [
  ["Fee", fee],
  [taken, net],
  ["Arrived", sum],
];
const reverted = ({ chain_transfer_amount: sum }) => (sum > 0 ? [["Arrived, then taken back", sum]] : []);

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

/** When a payin could or can be paid, and when it ended: `[label, Unix seconds]`. */
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

/** Until when a payout is reviewed, or when it ended. */
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
