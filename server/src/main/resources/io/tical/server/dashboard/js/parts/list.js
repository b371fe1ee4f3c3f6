// Lists with filters in the address, and paging.

import { api, ApiError } from "../api.js";
import { h } from "../dom.js";
import { count, zoneName } from "../format.js";
import { hear } from "./announce.js";
import { icon } from "./icons.js";
import { empty, loaded } from "./notice.js";

/** Codes of an address that the service refuses: mistyped, or of another release. */
const REFUSED = ["CURSOR_INVALID", "VALIDATION_FAILED", "ID_INVALID", "ACTOR_INVALID"];

/**
 * A list with its filters above it.
 *
 * @param from the path of the API, such as `/api/payouts`
 * @param path the path of the screen
 * @param noun the name of one row
 * @param nouns the name of several
 * @param fields the filters: fields named like the query parameters of the screen and the API
 * @param rows renders the rows as a table
 * @param nothing the content of an empty list without filters
 * @param hint what the search matches
 */
export const list = (view, { from, path, noun, nouns = `${noun}s`, fields, rows, nothing, hint = null }) => {
  const { query } = view;
  const filtered = () => [...fields.map(({ name }) => name), "cursor"].filter((name) => query.get(name));
  const all = () => h("a", { class: "button", href: view.href(path) }, "Show all");
  const place = loaded(
    view,
    () => {
      const asked = Object.fromEntries(filtered().map((name) => [name, query.get(name)]));
      return api
        .get(from, { query: { environment: view.environment, ...asked }, signal: view.signal })
        .catch((error) => Promise.reject(labelled(error, fields)));
    },
    ({ data, meta }) => {
      hear(`${count(data.length, noun, nouns)}${meta.has_more ? ", more on the next page" : ""}`);
      if (data.length) {
        return [rows(data), foot(view, meta, path)];
      }
      return h("div", { class: "card" }, filtered().length ? empty(`No ${nouns} match`, hint, all()) : nothing);
    },
    { explain: (error) => REFUSED.includes(error.code) && all() },
  );
  return [filters(view, fields, () => place.again()), place];
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

/** A choice is applied immediately, typed text after a short pause. */
const filters = (view, fields, changed) => {
  let pause = 0;
  const apply = () => {
    clearTimeout(pause);
    const values = fields.map((one) => [one.name, one.value().trim()]);
    // Leaving a field reports a change that was already applied. Loading the list again would lose the click that left it.
    const isNew = values.some(([name, value]) => value !== (view.query.get(name) ?? ""));
    if (isNew && !view.signal.aborted) {
      view.setQuery({ ...Object.fromEntries(values), cursor: null });
      changed();
    }
  };
  for (const { input } of fields) {
    input.addEventListener("change", apply);
    input.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(apply, 300);
    });
  }
  const submit = (event) => {
    event.preventDefault();
    apply();
  };
  return h(
    "form",
    { class: "filters", role: "search", on: { submit } },
    fields.map((one) => one.node),
  );
};

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
