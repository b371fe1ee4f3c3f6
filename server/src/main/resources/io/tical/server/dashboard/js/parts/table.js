// Tables. Each column defines its content and its position on narrow screens.

import { h } from "../dom.js";

/**
 * A table.
 *
 * @typedef {object} Column
 * @property {any} title
 * @property {(row: any) => any} cell makes an element of a row
 * @property {boolean} [right]
 * @property {string | false | null} [place] classes, such as `at-large` (only on a wide screen) or `aside` (at the right of a card on a
 *     narrow one)
 *
 * @param {object} given
 * @param {string} given.caption the content, for screen readers
 * @param {any[]} given.columns as `Column`
 * @param {any[]} given.rows
 * @param {(row: any) => string} [given.leads] the address that a row opens; the first cell becomes the link to it
 * @param {(row: any) => string | null} [given.opens] the same of rows whose cells have the link to it themselves; null for a row that
 *     opens nothing
 */
export const table = ({ caption, columns, rows, leads, opens = leads }) =>
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
        rows.map((row) => line(row, columns, leads?.(row), opens?.(row))),
      ),
    ),
  );

/**
 * The label of a value on narrow screens.
 *
 * @param {Column} column
 */
const labelOf = ({ title, place }) => (place && place.includes("labelled") ? title : null);

/** @param {Column} column */
const looks = ({ right, place }) => [right && "right", place].filter(Boolean).join(" ") || null;

const line = (row, columns, target, address) =>
  h(
    "tr",
    { role: "row", class: address && "leads", on: address ? following(address) : {} },
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

/** What a click in a row means itself. */
const OWN = "a, button, input, select, textarea, label, summary";

const MIDDLE = 1;

/** A click anywhere in a row follows its link: with a modifier or the middle button in a new tab. Selecting text does not. */
const following = (address) => {
  const click = (event) => {
    const row = event.currentTarget;
    if (event.target.closest(OWN) || event.shiftKey || event.altKey || hasSelection(row)) {
      return;
    }
    if (event.ctrlKey || event.metaKey || event.button === MIDDLE) {
      open(address, "_blank", "noopener");
    } else {
      row.querySelector(`a[href="${CSS.escape(address)}"]`).click();
    }
  };
  return {
    click,
    auxclick: (event) => event.button === MIDDLE && click(event),
    // Otherwise the middle button begins to scroll.
    mousedown: (event) => event.button === MIDDLE && !event.target.closest(OWN) && event.preventDefault(),
  };
};

const hasSelection = (row) => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
};
