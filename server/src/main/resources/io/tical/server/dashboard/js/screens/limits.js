// The limits and fees that apply now, and the code of the organization.

import { api } from "../api.js";
import { h } from "../dom.js";
import { amount } from "../format.js";
import { copyable } from "../parts/copy.js";
import { loaded, notice } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { facts } from "../parts/values.js";

const METHODS = { bank: "Payin by bank transfer", qrcode: "Payin by QR code", crypto: "Payin of USDT", payout: "Payout" };
const OPERATIONS = { payin: "Payin", payout: "Payout", settlement: "Settlement" };

export const limits = (view) => ({
  title: "Limits and fees",
  lead: "What applies to your transactions now. The operator of the service sets limits and fees; ask there for others.",
  content: [
    organization(view.session),
    loaded(
      view,
      async () => (await api.get("/api/limits", { query: { environment: view.environment }, signal: view.signal })).data,
      (data) => [limitsOf(data), feesOf(data)],
    ),
  ],
});

const organization = (session) =>
  h(
    "section",
    { class: "card padded" },
    h("h2", "Your organization"),
    facts(
      [
        ["Name", session.organization_name],
        ["Organization code", copyable(session.organization_code, "Organization code")],
        ["Time zone", session.timezone],
      ],
      { look: "two" },
    ),
    h("p", { class: "quiet" }, "Other organizations of this service transfer money to your code."),
  );

const limitsOf = ({ limits: all }) =>
  h(
    "section",
    { class: "section" },
    h("h2", "Limits"),
    all.length
      ? table({
          caption: "Limits",
          rows: all,
          columns: [
            { title: "Currency", place: "upper", cell: (limit) => limit.currency_code },
            { title: "For", place: "main", cell: (limit) => METHODS[limit.method_type] ?? limit.method_type },
            { title: "Each", place: "whole labelled", cell: each },
            { title: "Payouts of a day", place: "whole labelled", cell: daily },
          ],
        })
      : notice("info", h("p", "No payment method is open for your organization. Ask the operator of the service.")),
  );

/** The smallest and the largest amount, and those in maintenance. */
const each = (limit) => {
  const code = limit.currency_code;
  const [min, max] = limit.method_type === "payout" ? [limit.min_withdraw, limit.max_withdraw] : [limit.min_deposit, limit.max_deposit];
  if (max === 0) {
    return h("span", { class: "chip warning" }, "Under maintenance");
  }
  const gaps = limit.maintenance_ranges.map((gap) =>
    gap.min === gap.max ? amount(gap.min, code) : `${amount(gap.min, code)} to ${amount(gap.max, code)}`,
  );
  return [
    h("span", { class: "one-line" }, `${amount(min, code)} to ${amount(max, code)}`),
    gaps.length > 0 && h("span", { class: "quiet small" }, ` Not now: ${gaps.join(", ")}`),
  ];
};

const daily = (limit) => {
  if (limit.method_type !== "payout") {
    return h("span", { class: "quiet" }, "\u2013");
  }
  const used = `${amount(limit.daily_withdraw_used, limit.currency_code)} today`;
  return limit.daily_withdraw_limit === null
    ? h("span", { class: "quiet" }, `No limit; ${used}`)
    : `${amount(limit.daily_withdraw_limit, limit.currency_code)}, of which ${used}`;
};

const feesOf = ({ fees: all }) =>
  h(
    "section",
    { class: "section" },
    h("h2", "Fees"),
    table({
      caption: "Fees",
      rows: all,
      columns: [
        { title: "Currency", place: "upper", cell: (fee) => fee.currency_code },
        { title: "For", place: "main", cell: (fee) => OPERATIONS[fee.operation] ?? fee.operation },
        { title: "Fee", place: "whole labelled", cell: feeText },
      ],
    }),
  );

/** Thousandths as percent, without trailing zeros. */
const percent = (perMille) => `${perMille / 10}%`;

const feeText = ({ per_mille: share, fixed, currency_code: code }) => {
  const parts = [share > 0 && `${percent(share)} of the amount`, fixed > 0 && `${amount(fixed, code)} ${code}`].filter(Boolean);
  return parts.length ? parts.join(" + ") : h("span", { class: "quiet" }, "No fee");
};
