// Dialogs: one at a time; closing one restores the focus.

import { freshId, h } from "../dom.js";
import { bigCopyButton } from "./copy.js";
import { icon } from "./icons.js";
import { notice, problem, reloading } from "./notice.js";

/**
 * Opens a dialog and returns the value it was closed with (null if it was dismissed).
 *
 * @param {any} title
 * @param {(close: (value?: any) => void) => any} content returns the content
 * @param {object} options
 * @param {() => boolean} [options.dismissable] called before Escape closes it
 * @param {string | null} [options.look] the class of another width
 * @returns {Promise<any>}
 */
export const dialog = (title, content, { dismissable = () => true, look = null } = {}) =>
  new Promise((resolve) => {
    const opener =
      /** @type {HTMLElement | null} */
      (document.activeElement);
    const heading = freshId("dialog");
    let answer = null;
    const close = (value = null) => {
      answer = value;
      box.close();
    };
    const box = h(
      "dialog",
      { class: look, "aria-labelledby": heading },
      h("div", { class: "sheet" }, h("h2", { id: heading }, title), content(close)),
      h("div", { class: "unseen", role: "status" }),
    );
    box.addEventListener("cancel", (event) => {
      if (!dismissable()) {
        event.preventDefault();
      }
    });
    box.addEventListener("close", () => {
      box.remove();
      (opener?.isConnected && opener !== document.body ? opener : document.querySelector("h1"))?.focus();
      resolve(answer);
    });
    document.body.append(box);
    box.showModal();
    /** @type {HTMLElement | null} */
    const first = box.querySelector("[autofocus]") ?? box.querySelector("input, select, textarea, button");
    first?.focus();
  });

/** Closes the open dialog, for example when the session has ended. */
export const closeDialogs = () => document.querySelectorAll("dialog").forEach((box) => box.open && box.close());

/**
 * Asks for confirmation of an action that cannot be undone. The primary button cancels.
 *
 * @param {object} given
 * @param {string} given.title
 * @param {string | false | null} [given.warning] a consequence that is easily missed, in red
 * @param {any[]} given.does the consequences, one sentence each
 * @param {string} given.action
 * @param {string} [given.keep]
 * @param {() => any} given.run performs the action; a failure is shown and keeps the dialog open
 * @param {(() => void) | null} [given.again] loads what the action is about again, after somebody else has changed it
 * @returns the result of `run`, or null
 */
export const confirm = ({ title, warning = null, does, action, keep = "Cancel", run, again = null }) =>
  dialog(title, (close) => {
    const wrong = h("div", { class: "went-wrong" });
    const go = async ({ currentTarget: button }) => {
      button.disabled = true;
      button.setAttribute("aria-busy", "true");
      try {
        close((await run()) ?? true);
      } catch (error) {
        const reload = () => {
          close();
          again?.();
        };
        wrong.replaceChildren(problem(error, reloading(error, again && reload)));
        button.disabled = false;
        button.removeAttribute("aria-busy");
      }
    };
    return [
      warning && notice("failure", h("p", warning)),
      does.map((sentence) => h("p", sentence)),
      wrong,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "button danger", on: { click: go } }, action),
        h("button", { type: "button", class: "button primary", autofocus: true, on: { click: () => close() } }, keep),
      ),
    ];
  });

/** Shows a secret once. Escape does not close it before it was copied. */
export const showSecret = ({ title, what, secret, use }) => {
  let copied = false;
  return dialog(
    title,
    (close) => {
      const copy = bigCopyButton(secret, what, (button) => {
        copied = true;
        button.replaceChildren(icon("done"), "Copied");
      });
      copy.setAttribute("autofocus", "");
      return [
        notice("warning", h("p", h("b", "It is not shown again. "), "Store it now with your secrets.")),
        h("code", { class: "secret", "data-secret": true }, secret),
        use && h("p", { class: "quiet" }, use),
        h(
          "div",
          { class: "actions" },
          copy,
          h(
            "button",
            { type: "button", class: "button primary", on: { click: () => close(true) } },
            "I have stored it",
          ),
        ),
      ];
    },
    { dismissable: () => copied },
  );
};
