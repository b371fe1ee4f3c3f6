// Tables. Each column defines its content and its position on narrow screens.

import { h } from "../dom.js";

/**
 * A table.
 *
 * @param caption the content, for screen readers
 * @param columns `[{title, cell, right, place}]`: `cell` makes an element of a row; `place` are classes, such as
 *     `at-large` (only on a wide screen) or `aside` (at the right of a card on a narrow one)
 * @param leads the address of a row's link
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

/** The label of a value on narrow screens. */
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
          )
        : h("td", { role: "cell", class: looks(column), "data-label": labelOf(column) }, content);
    }),
  );
};
