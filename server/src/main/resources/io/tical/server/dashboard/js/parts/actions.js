// Actions on money and on what merchants own: each is asked once, is shown with its consequences, and takes effect once.

import { api, ApiError } from "../api.js";
import { h } from "../dom.js";
import { dialog } from "./dialog.js";
import { problem } from "./notice.js";
import { facts } from "./values.js";

/** What to do when it is unknown whether an attempt took effect. */
const UNKNOWN = {
  NOT_REACHED: "No answer arrived, so it is not known whether this was done. Try again: it takes effect only once.",
  ANSWER_UNREADABLE: "The answer could not be read, so it is not known whether this was done. Try again: it takes effect only once.",
  IDEMPOTENCY_REQUEST_IN_PROGRESS: "The first attempt is still running. Try again in a few seconds: it takes effect only once.",
  IDEMPOTENCY_KEY_REUSED:
    "An earlier attempt took effect with the values that it had. Close this and look at the result before you start again.",
};

/** Also where the browser has no secure context, which `crypto.randomUUID` needs. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * One intent of the user: a function that sends it, and that may be called again after a lost answer. `running()` says whether an
 * answer is awaited, and `tried()` whether it was sent.
 */
export const intent = () => {
  const key = randomKey();
  let attempts = 0;
  let answers = 0;
  const send = async (path, body) => {
    attempts += 1;
    try {
      return (await api.post(path, body, { key })).data;
    } catch (error) {
      throw UNKNOWN[error.code] ? new ApiError({ ...error, message: UNKNOWN[error.code] }) : error;
    } finally {
      answers += 1;
    }
  };
  return Object.assign(send, { running: () => attempts > answers, tried: () => attempts > 0 });
};

/**
 * A dialog with the form of an intent, which stays open while an answer is awaited.
 *
 * @param content called with `send` and `close`, returns the form
 * @param lost called when the dialog was left after an attempt whose outcome may be unknown
 * @returns the answer, or null
 */
export const intend = async (title, content, lost) => {
  const send = intent();
  const idle = (close) => (value) => (value || !send.running()) && close(value);
  const answer = await dialog(title, (close) => content(send, idle(close)), { dismissable: () => !send.running() });
  if (!answer && send.tried()) {
    lost();
  }
  return answer;
};

/**
 * Asks whether to do something, and does it.
 *
 * @param about what it is done to: `[[name, value], …]`
 * @param does the consequences, one sentence each
 * @param ends whether it ends something: then the primary button keeps it
 * @param path the operation
 * @param settled called after the last attempt, also if its answer was lost
 * @returns the answer, or null
 */
export const ask = async ({ title, about, does, action, keep = "Cancel", ends = false, path, settled }) => {
  const send = intent();
  const content = (close) => {
    const wrong = h("div", { class: "went-wrong" });
    const go = async ({ currentTarget: button }) => {
      button.disabled = true;
      button.setAttribute("aria-busy", "true");
      try {
        close(await send(path));
      } catch (error) {
        wrong.replaceChildren(problem(error));
        button.disabled = false;
        button.removeAttribute("aria-busy");
      }
    };
    const doIt = h("button", { type: "button", class: `button ${ends ? "danger" : "primary"}`, on: { click: go } }, action);
    const leave = () => send.running() || close();
    const keepIt = h("button", { type: "button", class: `button ${ends ? "primary" : ""}`, autofocus: true, on: { click: leave } }, keep);
    return [
      facts(about),
      h("ul", { class: "plain-list" }, does.map((sentence) => h("li", sentence))),
      wrong,
      h("div", { class: "actions" }, ends ? [doIt, keepIt] : [keepIt, doIt]),
    ];
  };
  const answer = await dialog(title, content, { dismissable: () => !send.running() });
  if (send.tried()) {
    settled();
  }
  return answer;
};

/** What a form will do with the values that it has; `tell` returns the sentences. */
export const consequences = (inputs, tell) => {
  const list = h("ul", { class: "plain-list" });
  const show = () => list.replaceChildren(...tell().filter(Boolean).map((sentence) => h("li", sentence)));
  inputs.forEach((input) => ["input", "change"].forEach((event) => input.addEventListener(event, show)));
  show();
  return h("div", { class: "consequences" }, h("h3", "What will happen"), list);
};
