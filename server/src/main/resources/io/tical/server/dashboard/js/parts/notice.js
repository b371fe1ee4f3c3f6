// Sentences that must be seen, and what there is to see where there is nothing else.

import { h } from "../dom.js";
import { copyButton } from "./copy.js";
import { sign } from "./icons.js";

/** A notice; tones are `info`, `success`, `warning`, `failure`. */
export const notice = (tone, ...parts) =>
  h("div", { class: `notice ${tone}` }, sign(tone), h("div", { class: "stack" }, parts));

/** Why somebody who may only look sees no buttons. */
export const viewerNotice = (view) =>
  !view.mayWrite &&
  notice("info", h("p", "You can look at everything here. To change something, ask an owner of your organization."));

/** Where an answer came from, so that it can be asked about: its code and request id. */
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

/** What went wrong, as an alert. */
export const problem = (error, ...more) => {
  const shown = notice("failure", h("p", sentence(error)), origin(error), more);
  shown.setAttribute("role", "alert");
  return shown;
};

/** A failure of these pages themselves has no code; it still deserves a sentence. */
const sentence = (error) => {
  if (!error.code) {
    console.error(error);
    return "Something in this page went wrong. Load it again; if it stays, tell who runs the service.";
  }
  const text = error.fields?.length ? `${error.message}: ${error.fields.map(said).join("; ")}` : error.message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

const said = ({ field, message }) => `${field} ${message}`;

/** The place of something that is not there yet: what it is, and the next step. */
export const empty = (title, text, ...actions) =>
  h(
    "div",
    { class: "empty" },
    h("h3", title),
    text && h("p", text),
    actions.length > 0 && h("div", { class: "actions" }, actions),
  );

/**
 * A place that fills itself: a few grey lines, then what `show` makes of what `ask` answers, or what went wrong and a way to
 * try again. What is there stays while it is asked again. `again()` on the place asks anew.
 */
export const loaded = (view, ask, show, { loading = skeleton, explain = () => null } = {}) => {
  const place = h("div", { class: "results", tabindex: -1 });
  let asked = 0;
  place.again = async () => {
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
        const retry = h("button", { type: "button", class: "button", on: { click: () => place.again() } }, "Try again");
        fill(place, [problem(error, h("div", { class: "actions" }, retry, explain(error)))]);
      }
    } finally {
      if (mine === asked) {
        place.removeAttribute("aria-busy");
      }
    }
  };
  view.wait(place.again());
  return place;
};

/** Who was in it stays in it, though what they were on is gone. */
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
