// The steps of a search: the service reads a part of the transactions in each, newest first, and says how far it came.

import { h } from "../dom.js";
import { count, minute } from "../format.js";
import { hear } from "./announce.js";
import { problem } from "./notice.js";

/** Rows of a page. */
const PAGE = 20;

/** Whether an answer is a step that did not fill its page. */
export const isStep = ({ meta }) => meta.has_more && meta.searched_to !== undefined;

/**
 * The rows of a search that is not at its end. It continues automatically until a page is full, the oldest row is reached, or the user stops it.
 *
 * @param first the answer of the first step
 * @param ask `(cursor, limit) => answer` of the next step
 * @param nouns of the rows: `[one, several]`
 * @param shown `(answer) => nodes` of all rows found so far, when the search has ended
 * @param rows `(data) => nodes` of those found so far, while it goes on
 */
export const searching = (view, first, { ask, nouns: [noun, nouns], shown, rows }) => {
  const place = h("div", { class: "results" });
  const found = h("div", { class: "results" });
  const far = h("p", { role: "status" });
  const wrong = h("div", { class: "went-wrong" });
  const button = h("button", { type: "button", class: "button", on: { click: () => (going ? stop() : go()) } });
  const bar = h("div", { class: "search-bar" }, h("span", { class: "sweep", "aria-hidden": "true" }), far, button);
  let going = false;
  /** Whether a step is asked for; one that was stopped may still be answered. */
  let asking = false;
  let { data, meta } = first;

  const tell = () => {
    bar.classList.toggle("going", going);
    far.textContent = `${going ? "Searching" : "Searched"} back to ${minute(meta.searched_to)}: ${data.length ? count(data.length, noun, nouns) : `no ${noun}`} found so far`;
    button.textContent = going ? "Stop" : "Search older";
  };
  const show = () => {
    found.hidden = data.length === 0;
    found.replaceChildren(...(data.length ? [rows(data)].flat() : []));
  };
  const stop = () => {
    going = false;
    tell();
  };
  const go = async () => {
    going = true;
    wrong.replaceChildren();
    tell();
    if (asking) {
      return;
    }
    asking = true;
    try {
      while (going && isStep({ meta }) && data.length < PAGE) {
        const next = await ask(meta.next_cursor, PAGE - data.length);
        if (view.signal.aborted || !place.isConnected) {
          return;
        }
        meta = next.meta;
        if (next.data.length) {
          data = [...data, ...next.data];
          show();
        }
        if (isStep(next) && data.length < PAGE) {
          tell();
        }
      }
      if (going || !isStep({ meta }) || data.length >= PAGE) {
        place.replaceChildren(...[shown({ data, meta })].flat());
      }
    } catch (error) {
      if (!view.signal.aborted) {
        going = false;
        tell();
        wrong.replaceChildren(problem(error));
      }
    } finally {
      asking = false;
    }
  };

  show();
  place.append(found, bar, wrong);
  hear("Searching older rows");
  // Starts when the place is in the page.
  setTimeout(go);
  return place;
};
