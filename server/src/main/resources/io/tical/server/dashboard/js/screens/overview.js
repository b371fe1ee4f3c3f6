// The overview: callback problems, balances and volume.

import { api } from "../api.js";
import { h } from "../dom.js";
import { count, number, zoneName } from "../format.js";
import { KINDS } from "../kinds.js";
import { endpointHead } from "../parts/chip.js";
import { empty, loaded, notice } from "../parts/notice.js";
import { plot } from "../parts/plot.js";
import { bigMoney, money } from "../parts/values.js";

/** The service counts callbacks of one state up to this number. */
const COUNTED_MAX = 10_000;

const counted = (callbacks) => (callbacks < COUNTED_MAX ? count(callbacks, "callback") : `${number(COUNTED_MAX)} or more callbacks`);

export const overview = (view) => ({
  title: "Overview",
  content: loaded(
    view,
    async () =>
      (await api.get("/api/overview", { query: { environment: view.environment }, signal: view.signal })).data,
    (data) =>
      h(
        "div",
        { class: "blocks" },
        data.callbacks.map((callback) => trouble(view, callback)),
        section("Balances", h("div", { class: "balances" }, data.balances.map(balance))),
        h("div", { class: "columns" }, volume(view, data.volume), callbacks(view, data)),
      ),
  ),
});

const section = (title, ...content) => h("section", { class: "section" }, h("h2", title), content);

const trouble = (view, { kind, status, recent_deliveries: tried, recent_failures: failed }) => {
  const sentences = {
    partly_failing: [
      "warning",
      `Of the ${number(tried)} ${view.environment} callbacks for ${kind}s sent in the last 24 hours, your server did not accept ${number(failed)}.`,
    ],
    failing: ["failure", `Your server has not accepted a ${view.environment} callback for a ${kind} since one failed. A callback answered with 4xx is not retried, every other up to 20 times.`],
    suspended: ["warning", `Your callbacks for ${kind}s are suspended, test and live: none was accepted for 120 hours, so none is sent.`],
  };
  const [tone, text] = sentences[status] ?? [];
  return (
    tone &&
    notice(tone, h("p", text), h("p", h("a", { href: view.href("callbacks") }, "See what your server answered")))
  );
};

const balance = (item) =>
  h(
    "article",
    { class: "card padded balance" },
    h("div", h("h3", `${item.currency} available`), bigMoney(item.available, item.currency)),
    h(
      "dl",
      { class: "sums" },
      [
        ["Held", item.held],
        ["In transit", item.in_transit],
        ["Total", item.total],
      ].map(([name, value]) => h("div", h("dt", name), h("dd", money(value, item.currency)))),
    ),
  );

const volume = (view, rows) => {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  const card = h("section", { class: "card padded" });
  if (currencies.length === 0) {
    card.append(
      h("div", { class: "card-head" }, h("h2", "Volume, last 14 days")),
      view.environment === "test"
        ? empty(
            "No successful transactions in the last 14 days",
            "Create a payout with a test key and confirm it: it appears here within a minute.",
            h("a", { class: "button", href: view.href("keys") }, "API keys"),
            h("a", { class: "button", href: "/docs" }, "API reference"),
          )
        : empty("No successful transactions in the last 14 days", "Successful transactions of live keys appear here."),
    );
    return card;
  }
  const series = KINDS.map(({ kind, title }) => ({ kind, name: title }));
  const place = h("div");
  const buttons = currencies.map((code) => h("button", { type: "button", on: { click: () => show(code) } }, code));
  const show = (code) => {
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(currencies[i] === code)));
    const days = rows.filter((row) => row.currency === code).sort((a, b) => (a.date < b.date ? -1 : 1));
    place.replaceChildren(plot(days, series, code));
  };
  show(currencies[0]);
  card.append(
    h(
      "div",
      { class: "card-head" },
      h("h2", "Volume, last 14 days"),
      currencies.length > 1 && h("div", { class: "switch", role: "group", "aria-label": "Currency" }, buttons),
    ),
    place,
    h("p", { class: "quiet small" }, `Successful transactions by day in ${zoneName()}`),
  );
  return card;
};

const callbacks = (view, { callbacks: endpoints, deliveries }) =>
  h(
    "section",
    { class: "card padded" },
    h("div", { class: "card-head" }, h("h2", "Callbacks"), h("a", { href: view.href("callbacks") }, "Manage")),
    h(
      "ul",
      { class: "stack apart" },
      endpoints
        .filter(({ kind }) => KINDS.some((one) => one.kind === kind))
        .map((endpoint) =>
          h(
            "li",
            { class: "stack" },
            endpointHead(h("h3", KINDS.find((one) => one.kind === endpoint.kind)?.title), endpoint),
            h("p", { class: "quiet" }, endpoint.url ?? "No address is set, so nothing is sent."),
          ),
        ),
    ),
    h(
      "dl",
      { class: "facts" },
      [
        ["pending", "Waiting"],
        ["failed", "Failed"],
        ["suspended", "Suspended"],
      ].map(([status, name]) =>
        h(
          "div",
          h("dt", name),
          h(
            "dd",
            deliveries[status] > 0
              ? h("a", { href: view.href("callbacks", { status }) }, counted(deliveries[status]))
              : "None",
          ),
        ),
      ),
    ),
    h("p", { class: "quiet small" }, "Of the last 30 days"),
  );
