// Tables. Each column says what it shows and where it goes when the screen is too narrow for columns.

import { h } from "../dom.js";
import { zoneName } from "../format.js";
import { icon } from "./icons.js";

/**
 * A table.
 *
 * @param caption what it lists; for who cannot see it
 * @param columns `[{title, cell, right, place}]`: `cell` makes an element of a row; `place` are classes, such as
 *     `at-large` (only on a wide screen) or `aside` (at the right of a card on a narrow one)
 * @param leads the address that a row leads to
 */
export const table = ({ caption, columns, rows, leads }) =>
  h(
    "div",
    { class: "table-card" },
    h(
      "table",
      { class: "cards", role: "table" },
      h("caption", { class: "unseen" }, caption),
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          columns.map((column) => h("th", { scope: "col", role: "columnheader", class: looks(column) }, column.title)),
        ),
      ),
      h(
        "tbody",
        { role: "rowgroup" },
        rows.map((row) => line(row, columns, leads)),
      ),
    ),
  );

/** What stands before a value where it is not under its head. */
const labelOf = ({ title, place }) => (place?.includes("labelled") ? title : null);

const looks = ({ right, place }) => [right && "right", place].filter(Boolean).join(" ") || null;

const line = (row, columns, leads) => {
  const target = leads?.(row);
  return h(
    "tr",
    { role: "row", class: target && "leads" },
    columns.map((column, i) => {
      const content = column.cell(row);
      return i === 0
        ? h(
            "th",
            { scope: "row", role: "rowheader", class: looks(column) },
            target ? h("a", { href: target }, content) : content,
            column.beside?.(row),
          )
        : h("td", { role: "cell", class: looks(column), "data-label": labelOf(column) }, content);
    }),
  );
};

/** Below a list: the zone of its times, and the way to the next page. */
export const tableFoot = (view, meta, path) => {
  const cursor = view.query.get("cursor");
  const page = history.state?.page ?? 1;
  const next = () =>
    view.go(path, { ...Object.fromEntries(view.query), cursor: meta.next_cursor }, { state: { page: page + 1 } });
  const previous = () =>
    page > 1 ? history.back() : view.go(path, { ...Object.fromEntries(view.query), cursor: null });
  return h(
    "div",
    { class: "table-foot" },
    h("span", `Times are in ${zoneName()}`),
    (cursor || meta.has_more) &&
      h(
        "nav",
        { class: "actions", "aria-label": "Pages" },
        h(
          "button",
          { type: "button", class: "button", disabled: !cursor, on: { click: previous } },
          icon("left"),
          page > 1 || !cursor ? "Previous" : "First page",
        ),
        h(
          "button",
          { type: "button", class: "button", disabled: !meta.has_more, on: { click: next } },
          "Next",
          icon("right"),
        ),
      ),
  );
};

/**
 * Filters above a list, kept in the address: `[field, …]` whose names are the query's. Choosing asks at once, typing after a
 * short pause.
 */
export const filters = (view, fields, changed) => {
  let pause = 0;
  const apply = () => {
    clearTimeout(pause);
    view.setQuery({ ...Object.fromEntries(fields.map((one) => [one.name, one.value().trim()])), cursor: null });
    changed();
  };
  for (const one of fields) {
    one.input.addEventListener("change", apply);
    one.input.addEventListener("input", () => {
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
