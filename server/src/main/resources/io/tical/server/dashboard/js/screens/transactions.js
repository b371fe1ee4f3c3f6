// A list of payouts or payins.

import { h } from "../dom.js";
import { activeCodes, words } from "../format.js";
import { chip } from "../parts/chip.js";
import { field } from "../parts/form.js";
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
    fields: fields(view, kind),
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

const fields = ({ query }, kind) => {
  const search = field({
    name: "q",
    label: "Search",
    type: "search",
    placeholder: kind.search,
    value: query.get("q") ?? "",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
  });
  search.node.classList.add("search");
  return [
    search,
    choice(
      "status",
      "Status",
      kind.statuses.map((one) => [one, words(one)]),
      query,
    ),
    choice(
      "currency",
      "Currency",
      activeCodes().map((code) => [code, code]),
      query,
    ),
  ];
};

const choice = (name, label, options, query) =>
  field({ name, label, options: [["", "All"], ...options], value: query.get(name) ?? "" });

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
