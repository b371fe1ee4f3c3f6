// Lists with filters in the address, paging, and the same rows as a file.

import { api, ApiError } from "../api.js";
import { h } from "../dom.js";
import { count, zoneName } from "../format.js";
import { hear } from "./announce.js";
import { download } from "./download.js";
import { filters } from "./filters.js";
import { icon } from "./icons.js";
import { empty, loaded } from "./notice.js";
import { isStep, searching } from "./searching.js";

/** Codes of an address that the service refuses: mistyped, or of another release. */
const REFUSED = ["CURSOR_INVALID", "VALIDATION_FAILED", "ID_INVALID", "ACTOR_INVALID"];

/**
 * A list with its filters above it.
 *
 * @param {any} view
 * @param {object} given
 * @param {string} given.from the path of the API, such as `/api/payouts`
 * @param {string} given.path the path of the screen
 * @param {string} given.noun the name of one row
 * @param {string} [given.nouns] the name of several
 * @param {import("./form.js").Field[]} given.fields the filters: fields named like the query parameters of the screen and the API
 * @param {import("./form.js").Field[]} [given.more] filters that are shown on request
 * @param {boolean} [given.both] whether the list is of both environments
 * @param {(input: any) => void} [given.settle] called with the input that the user changed, before the filters are read
 * @param {(rows: any[]) => any} given.rows renders the rows as a table
 * @param {Node} given.nothing the content of an empty list without filters
 * @param {string | null} [given.hint] what the search matches
 * @param {any} [given.tools] buttons beside the export
 * @returns {any[]} elements; the last one has the rows, and `again()` reads them again
 */
export const list = (
  view,
  { from, path, noun, both = false, nouns = `${noun}s`, fields, more = [], settle = () => {}, rows, nothing, hint = null, tools = [] },
) => {
  const { query } = view;
  const chosen = () => [...fields, ...more].map(({ name }) => name).filter((name) => query.get(name));
  const asked = () => ({
    environment: both ? null : view.environment,
    ...Object.fromEntries(chosen().map((name) => [name, query.get(name)])),
  });
  const all = () => h("a", { class: "button", href: view.href(path) }, "Clear filters");
  const ask = (page) =>
    api
      .get(from, { query: { ...asked(), ...page }, signal: view.signal })
      .catch((error) => Promise.reject(labelled(error, [...fields, ...more])));
  const shown = ({ data, meta }) => {
    hear(`${count(data.length, noun, nouns)}${meta.has_more ? ", more on the next page" : ""}`);
    if (data.length) {
      return [rows(data), foot(view, meta, path)];
    }
    const filtered = chosen().length > 0 || query.get("cursor");
    return h("div", { class: "card" }, filtered ? empty(`No ${nouns} match`, advice(chosen(), hint), all()) : nothing);
  };
  const place = loaded(
    view,
    () => ask({ cursor: query.get("cursor") }),
    (answer) =>
      isStep(answer)
        ? searching(view, answer, {
            ask: (cursor, limit) => ask({ cursor, limit }),
            nouns: [noun, nouns],
            shown,
            rows,
          })
        : shown(answer),
    { explain: (error) => REFUSED.includes(error.code) && all() },
  );
  const file = download("Export CSV");
  const point = () => file.point(api.address(`${from}.csv`, asked()));
  point();
  const applied = () => {
    point();
    place.again();
  };
  return [filters(view, { fields, more, settle, applied, tools: [tools, file.link] }), file.wrong, place];
};

/** The service names parameters, and the screen has the labels of their fields. */
const labelled = (error, fields) => {
  if (!(error instanceof ApiError)) {
    return error;
  }
  const labelOf = (name) => fields.find((one) => one.name === name)?.label ?? name;
  error.message = error.message.replace(/^\w+/, labelOf);
  error.fields = error.fields.map((one) => ({ ...one, field: labelOf(one.field) }));
  return error;
};

const SEARCHES = ["q", "object", "actor"];
const RANGES = ["from", "to", "amount_min", "amount_max"];

/** What may find something after all. */
const advice = (chosen, hint) =>
  [
    chosen.length > 1 && "A row must match all filters: remove one.",
    chosen.some((name) => RANGES.includes(name)) && "Widen the days or the amounts.",
    chosen.some((name) => SEARCHES.includes(name)) && hint,
  ]
    .filter(Boolean)
    .join(" ");

/** The footer of a list: the time zone, and links to the previous and next page. */
const foot = (view, meta, path) => {
  const query = Object.fromEntries(view.query);
  const page = history.state?.page ?? 1;
  const next = () => view.go(path, { ...query, cursor: meta.next_cursor }, { state: { page: page + 1 } });
  const previous = () => (page > 1 ? history.back() : view.go(path, { ...query, cursor: null }));
  const step = (disabled, click, ...parts) =>
    h("button", { type: "button", class: "button", disabled, on: { click } }, parts);
  return h(
    "div",
    { class: "table-foot" },
    zoneNote(),
    (query.cursor || meta.has_more) &&
      h(
        "nav",
        { class: "actions", "aria-label": "Pages" },
        step(!query.cursor, previous, icon("left"), page > 1 || !query.cursor ? "Previous" : "First page"),
        step(!meta.has_more, next, "Next", icon("right")),
      ),
  );
};

/** The time zone of a screen. */
export const zoneNote = () => h("p", { class: "quiet small" }, `Times are in ${zoneName()}`);
