// The balances in each currency.

import { h } from "../dom.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { money, time } from "../parts/values.js";

export const balances = (view) => ({
  title: "Balances",
  lead: "Your money in each currency. Only what is available can be sent.",
  content: list(view, {
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
});

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
