// The balances in each currency.

import { api } from "../api.js";
import { h } from "../dom.js";
import { count, endOfDay, heldCodes, today } from "../format.js";
import { download } from "../parts/download.js";
import { field } from "../parts/form.js";
import { list } from "../parts/list.js";
import { empty, loaded } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { facts, money, time } from "../parts/values.js";
import { topUpButton } from "./top-up.js";

export const balances = (view) => ({
  title: "Balances",
  lead: "Your money in each currency. Only what is available can be sent.",
  actions: view.environment === "test" && view.mayWrite && topUpButton(view),
  content: [
    list(view, {
    from: "/api/balances",
    path: "balances",
    noun: "balance",
    fields: [],
    rows,
    nothing: empty(
      `No balances in ${view.environment} mode yet`,
      "A balance appears here with the first movement in its currency.",
      h("a", { class: "button", href: view.href("payins") }, "Payins"),
    ),
    }),
    h("section", { class: "card padded" }, h("h2", "Statement"), statement(view)),
  ],
});

/** Every movement of a balance between two days, as a file. */
const statement = (view) => {
  const codes = heldCodes();
  const own = view.session.default_currency;
  const currency = field({
    name: "statement-currency",
    label: "Currency",
    options: codes.map((code) => [code, code]),
    value: codes.includes(own) ? own : codes[0],
  });
  const from = field({ name: "statement-from", label: "From", type: "date", min: "2000-01-01", max: today(), value: `${today().slice(0, 8)}01` });
  const to = field({ name: "statement-to", label: "To", type: "date", min: "2000-01-01", max: today(), value: today() });
  const file = download("Download the statement", "primary");
  let query = null;
  const proof = loaded(view, async () => query && (await api.get("/api/proved-payins", { query, signal: view.signal })).data, (found) =>
    found && proven(found, query.currency),
  );
  const point = () => {
    const right = from.input.validity.valid && to.input.validity.valid && from.value() && to.value();
    const ordered = !right || from.value() <= to.value();
    from.wrong(from.input.validity.valid && from.value() ? null : "Enter a day until today");
    to.wrong(!to.input.validity.valid || !to.value() ? "Enter a day until today" : ordered ? null : "This day is before the first");
    if (!right || !ordered) {
      file.point(null);
      query = null;
      proof.again();
      return;
    }
    // Today has not ended: without an end, the statement is until now.
    const end = to.value() < today() ? endOfDay(to.value()) + 1 : null;
    query = { environment: view.environment, currency: currency.value(), from: from.value(), to: end };
    file.point(api.address("/api/statements", { ...query, format: "csv" }));
    proof.again();
  };
  [currency, from, to].forEach(({ input }) => input.addEventListener("input", point));
  point();
  return [
    h("p", { class: "quiet" }, "The opening balance, every movement and the closing balance, as CSV."),
    h("div", { class: "filters" }, currency.node, from.node, to.node),
    file.wrong,
    h("div", { class: "actions" }, file.link),
    proof,
  ];
};

/** What the bank proves of the payins of these days. */
const proven = ({ count: all, amount, proved, proved_amount: provedAmount }, code) =>
  h(
    "div",
    { class: "stack" },
    h("h3", "What the bank proves"),
    h(
      "p",
      { class: "quiet" },
      all
        ? "Payins that were created on these days and paid by bank transfer, before fees."
        : `No payin in ${code} that was created on these days was paid by bank transfer.`,
    ),
    all > 0 &&
      facts(
        [
          ["Paid", sumOf(amount, all, code)],
          ["Proved by a statement", sumOf(provedAmount, proved, code)],
          ["Not proved yet", sumOf(amount - provedAmount, all - proved, code)],
        ],
        { look: "sums" },
      ),
  );

const sumOf = (minor, number, code) => [money(minor, code), h("span", { class: "under" }, count(number, "payin"))];

const sum = (title, place, value) => ({ title, right: true, place, cell: (one) => money(value(one), one.currency) });

const rows = (data) =>
  table({
    caption: "Balances",
    rows: data,
    columns: [
      { title: "Currency", place: "main", cell: (one) => h("b", one.currency) },
      sum("Available", "aside upper", (one) => one.available),
      sum("Held", "whole labelled", (one) => one.held),
      sum("In transit", "whole labelled", (one) => one.in_transit),
      sum("Total", "whole labelled", (one) => one.total),
      { title: "Last movement", place: "whole labelled", cell: (one) => time(one.updated_at) },
    ],
  });
