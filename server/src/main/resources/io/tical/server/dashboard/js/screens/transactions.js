// A list of payouts or payins.

import { h } from "../dom.js";
import { CRYPTO, words } from "../format.js";
import { chip } from "../parts/chip.js";
import { accountField, amountFields, choiceField, dayFields, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { money, time } from "../parts/values.js";

export const transactions = (kind) => (view) => ({
  title: kind.title,
  lead: kind.lead,
  content: list(view, {
    from: kind.api,
    path: kind.path,
    noun: kind.kind,
    ...chosen(view, kind),
    rows: (data) => rows(view, kind, data),
    nothing: empty(
      `No ${kind.path} in ${view.environment} mode yet`,
      kind.none,
      h("a", { class: "button", href: view.href("keys") }, "API keys"),
      h("a", { class: "button", href: "/docs" }, "API reference"),
    ),
    hint: "The search matches the beginning of references, ids and holder names.",
  }),
});

/** The filters of a kind, and how one changes another: amounts are of a currency. */
const chosen = ({ query, session }, kind) => {
  const currency = choiceField(query, { name: "currency", label: "Currency", options: kind.currencies().map((code) => [code, code]) });
  const channel = kind.channels && choiceField(query, { name: "channel", label: "Channel", options: kind.channels });
  const amounts = amountFields(query, currency);
  const settle = (input) => {
    const typed = amounts.filter((one) => one.input.value.trim());
    if (input === currency.input && !currency.value()) {
      typed.forEach((one) => (one.input.value = ""));
    } else if (typed.length && !currency.value()) {
      currency.input.value = channel?.value() === "crypto" ? CRYPTO : session.default_currency;
    }
  };
  return {
    fields: [
      searchField(query, { placeholder: kind.search }),
      choiceField(query, { name: "status", label: "Status", options: kind.statuses.map((one) => [one, words(one)]) }),
      currency,
      ...(channel ? [channel] : []),
    ],
    more: [...dayFields(query), ...amounts, accountField(query)],
    settle,
  };
};

const rows = (view, kind, data) =>
  table({
    caption: kind.title,
    rows: data,
    leads: (one) => view.href(`${kind.path}/${one.id}`),
    columns: [
      { title: "Reference", place: "main", cell: (one) => h("span", { class: "clip" }, one.order_ref) },
      {
        title: kind.counterparty.title,
        place: "lower",
        cell: (one) => [
          h("span", { class: "clip" }, kind.counterparty.name(one)),
          h("span", { class: "under" }, kind.counterparty.detail(one)),
        ],
      },
      { title: "Status", place: "aside lowest", cell: (one) => chip(one.status) },
      { title: "Created", place: "whole", cell: (one) => time(one.created_at) },
      { title: "Amount", right: true, place: "aside upper", cell: (one) => money(one.amount, one.currency) },
    ],
  });
