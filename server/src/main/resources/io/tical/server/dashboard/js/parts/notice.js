// Notices, errors and empty states.

import { h } from "../dom.js";
import { copyButton } from "./copy.js";
import { sign } from "./icons.js";

/** A notice; tones are `info`, `success`, `warning`, `failure`. */
export const notice = (tone, ...parts) =>
  h("div", { class: `notice ${tone}` }, sign(tone), h("div", { class: "stack" }, parts));

/** Explains to viewers why there are no buttons. */
export const viewerNotice = (view) =>
  !view.mayWrite &&
  notice("info", h("p", "You have read-only access. To change something, ask an owner of your organization."));

/** The code and request id of an error, for questions to support. */
export const origin = (error) =>
  h(
    "p",
    { class: "origin" },
    h("span", "Code ", h("code", error.code ?? "UNKNOWN")),
    error.requestId &&
      h(
        "span",
        { class: "id" },
        "Request ",
        "\u00a0",
        h("code", error.requestId),
        copyButton(error.requestId, "Request id"),
      ),
  );

/** An error as an alert. */
export const problem = (error, ...more) => {
  const shown = notice("failure", h("p", sentence(error)), origin(error), more);
  shown.setAttribute("role", "alert");
  return shown;
};

/** After a change by somebody else: the button that loads what is shown again; null for other errors. */
export const reloading = (error, again) =>
  error.code === "VERSION_CONFLICT" && again
    ? h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "button", on: { click: () => again() } }, "Load it again"),
      )
    : null;

/** An error of the page itself has no code. */
const sentence = (error) => {
  if (!error.code) {
    console.error(error);
    return "An error occurred on this page. Reload it. If the error persists, contact the operator of the service.";
  }
  const text = error.fields?.length ? `${error.message}: ${error.fields.map(said).join("; ")}` : error.message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

const said = ({ field, message }) => `${field} ${message}`;

/** An empty state: what is missing, and the next step. */
export const empty = (title, text, ...actions) =>
  h(
    "div",
    { class: "empty" },
    h("h3", title),
    text && h("p", text),
    actions.length > 0 && h("div", { class: "actions" }, actions),
  );

/**
 * An element that loads its content: a placeholder, then `show` applied to the result of `ask`, or an error with a retry button.
 * The content stays while it is loaded again. `again()` on the element loads it again.
 *
 * @param {any} view
 * @param {() => Promise<any>} ask
 * @param {(answer: any) => any} show
 * @param {object} options
 * @param {() => Node | string} [options.loading]
 * @param {(error: any) => any} [options.explain] below an error
 * @returns {HTMLElement & {again: () => Promise<void>}}
 */
export const loaded = (view, ask, show, { loading = skeleton, explain = () => null } = {}) => {
  let asked = 0;
  const again = async () => {
    const mine = ++asked;
    place.setAttribute("aria-busy", "true");
    if (!place.hasChildNodes()) {
      place.append(loading());
    }
    try {
      const answer = await ask();
      if (mine === asked && !view.signal.aborted) {
        fill(place, [show(answer)].flat().filter(Boolean));
      }
    } catch (error) {
      if (mine === asked && !view.signal.aborted) {
        const retry = h("button", { type: "button", class: "button", on: { click: again } }, "Try again");
        fill(place, [problem(error, h("div", { class: "actions" }, retry, explain(error)))]);
      }
    } finally {
      if (mine === asked) {
        place.removeAttribute("aria-busy");
      }
    }
  };
  const place = Object.assign(h("div", { class: "results", tabindex: -1 }), { again });
  view.wait(again());
  return place;
};

/** Keeps the focus inside, although the focused element was replaced. */
const fill = (place, parts) => {
  const within = place.contains(document.activeElement);
  place.replaceChildren(...parts);
  if (within) {
    place.focus({ preventScroll: true });
  }
};

const skeleton = () =>
  h(
    "div",
    { class: "card loading" },
    h("span", { class: "unseen" }, "Loading"),
    Array.from({ length: 6 }, () => h("i")),
  );
