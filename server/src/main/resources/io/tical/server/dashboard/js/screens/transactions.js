// A list of payouts or payins.

import { h } from "../dom.js";
import { CRYPTO, minute, words } from "../format.js";
import { chip } from "../parts/chip.js";
import { shortId } from "../parts/copy.js";
import { accountField, choiceField, currencyFields, dayFields, searchField } from "../parts/filters.js";
import { list } from "../parts/list.js";
import { empty } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { money, time } from "../parts/values.js";
import { newPayinButton } from "./new-payin.js";

export const transactions = (kind) => (view) => ({
  title: kind.title,
  lead: kind.lead,
  actions: kind.kind === "payin" && view.mayWrite && newPayinButton(view),
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
    hint: `The search finds ${kind.found}.`,
  }),
});

/** The filters of a kind. */
const chosen = ({ query, session }, kind) => {
  const channel = kind.channels && choiceField(query, { name: "channel", label: "Channel", options: kind.channels });
  const currency = currencyFields(query, {
    codes: kind.currencies(),
    usual: () => (channel?.value() === "crypto" ? CRYPTO : session.default_currency),
  });
  return {
    fields: [
      searchField(query, { placeholder: kind.search }),
      choiceField(query, { name: "status", label: "Status", options: kind.statuses.map((one) => [one, words(one)]) }),
      currency.field,
      ...(channel ? [channel] : []),
    ],
    more: [...dayFields(query), ...currency.amounts, accountField(query)],
    settle: currency.settle,
  };
};

/** That the bank proved a payment, below its time. */
const proved = (at) => at && h("span", { class: "under" }, `Paid by bank transfer, proved ${minute(at)}`);

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
      { title: "Id", place: "at-wide narrow-off", cell: (one) => shortId(one.id) },
      { title: "Status", place: "aside lowest", cell: (one) => chip(one.status) },
      { title: "Created", place: "whole", cell: (one) => [time(one.created_at), proved(kind.provedAt?.(one))] },
      { title: "Final", place: "at-widest narrow-off", cell: (one) => time(one.finalized_at) },
      { title: "Amount", right: true, place: "aside upper", cell: (one) => money(one.amount, one.currency) },
    ],
  });
