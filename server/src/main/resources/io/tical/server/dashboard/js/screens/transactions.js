// A list of payouts or payins: searched and filtered in the address, page by page.

import { api } from "../api.js";
import { h } from "../dom.js";
import { currencyCodes, words } from "../format.js";
import { chip } from "../parts/chip.js";
import { empty, loaded } from "../parts/notice.js";
import { field } from "../parts/form.js";
import { filters, table, tableFoot } from "../parts/table.js";
import { money, time } from "../parts/values.js";

export const transactions = (kind) => (view) => {
  const { query } = view;
  const list = loaded(
    view,
    () =>
      api.get(kind.api, {
        query: {
          environment: view.environment,
          q: query.get("q"),
          status: query.get("status"),
          currency: query.get("currency"),
          cursor: query.get("cursor"),
        },
        signal: view.signal,
      }),
    ({ data, meta }) =>
      data.length ? [rows(view, kind, data), tableFoot(view, meta, kind.path)] : nothing(view, kind),
    {
      explain: (error) =>
        error.code === "CURSOR_INVALID" &&
        h("a", { class: "button", href: view.href(kind.path) }, "Go to the first page"),
    },
  );
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
  const status = field({
    name: "status",
    label: "Status",
    options: [["", "All"], ...kind.statuses.map((one) => [one, words(one)])],
    value: query.get("status") ?? "",
  });
  const currency = field({
    name: "currency",
    label: "Currency",
    options: [["", "All"], ...currencyCodes().map((code) => [code, code])],
    value: query.get("currency") ?? "",
  });
  return {
    title: kind.title,
    lead: kind.lead,
    content: [filters(view, [search, status, currency], () => list.again()), list],
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

const nothing = (view, kind) => {
  const filtered = ["q", "status", "currency", "cursor"].some((name) => view.query.get(name));
  return h(
    "div",
    { class: "card" },
    filtered
      ? empty(
          `No ${kind.title.toLowerCase()} match`,
          "The search looks at the beginning of references, ids and holder names.",
          h("a", { class: "button", href: view.href(kind.path) }, "Show all"),
        )
      : empty(
          `No ${kind.title.toLowerCase()} in ${view.environment} mode yet`,
          kind.none,
          h("a", { class: "button", href: view.href("keys") }, "API keys"),
          h("a", { class: "button", href: "/docs" }, "API reference"),
        ),
  );
};
