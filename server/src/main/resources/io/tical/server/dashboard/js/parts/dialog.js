// Dialogs: one question at a time; who closes one is where they were before.

import { freshId, h } from "../dom.js";
import { bigCopyButton } from "./copy.js";
import { icon } from "./icons.js";
import { notice, problem } from "./notice.js";

/**
 * Opens a dialog and answers what it was closed with (null when it was dismissed).
 *
 * @param content called with `close(value)`, answers what is in it
 * @param dismissable asked before Escape closes it
 */
export const dialog = (title, content, { dismissable = () => true } = {}) =>
  new Promise((resolve) => {
    const opener = document.activeElement;
    const heading = freshId("dialog");
    let answer = null;
    const close = (value = null) => {
      answer = value;
      box.close();
    };
    const box = h(
      "dialog",
      { "aria-labelledby": heading },
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
    (box.querySelector("[autofocus]") ?? box.querySelector("input, select, textarea, button"))?.focus();
  });

/** Closes what is open, as when the session has ended. */
export const closeDialogs = () => document.querySelectorAll("dialog[open]").forEach((box) => box.close());

/**
 * Asks before something that cannot be taken back. The way out is the primary button; what destroys is the other.
 *
 * @param does what happens, a sentence each
 * @param run does it; a failure is shown and leaves the dialog open
 * @returns what `run` answered, or null
 */
export const confirm = ({ title, does, action, keep = "Cancel", run }) =>
  dialog(title, (close) => {
    const wrong = h("div", { class: "went-wrong" });
    const go = async ({ currentTarget: button }) => {
      button.disabled = true;
      button.setAttribute("aria-busy", "true");
      try {
        close((await run()) ?? true);
      } catch (error) {
        wrong.replaceChildren(problem(error));
        button.disabled = false;
        button.removeAttribute("aria-busy");
      }
    };
    return [
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

/** Shows a secret, this once. Escape does not lose it before it was copied. */
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
        notice("warning", h("p", h("b", "You will not see this again. "), "Store it now where your secrets are kept.")),
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
