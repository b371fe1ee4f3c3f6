// Copying, and ids that are too long to show.

import { h } from "../dom.js";
import { shortened } from "../format.js";
import { announce } from "./announce.js";
import { icon } from "./icons.js";

/** Browsers offer the clipboard API over https and on localhost only; elsewhere the older command works. */
const copyTheOldWay = (text, from) => {
  const field = h("textarea", { readonly: true, class: "unseen", "aria-hidden": "true", value: text });
  (from.closest("dialog") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  from.focus();
  if (!done) {
    throw new Error("not copied");
  }
};

const copy = async (text, from) => {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    copyTheOldWay(text, from);
  }
};

const onCopy = (text, what, after) => async (event) => {
  const button = event.currentTarget;
  try {
    await copy(text, button);
    announce(`${what} copied`);
    after(button);
  } catch {
    announce(`Your browser did not allow copying. Select the text and copy it.`);
  }
};

/** A small button that copies `text`; `what` names it in the message "… copied". */
export const copyButton = (text, what) => {
  const done = (button) => {
    button.replaceChildren(icon("done"));
    button.classList.add("done");
    setTimeout(() => {
      button.replaceChildren(icon("copy"));
      button.classList.remove("done");
    }, 1_500);
  };
  const name = `Copy ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  return h(
    "button",
    { type: "button", class: "copy", "aria-label": name, title: name, on: { click: onCopy(text, what, done) } },
    icon("copy"),
  );
};

/** The same with a label. */
export const bigCopyButton = (text, what, after = () => {}) =>
  h(
    "button",
    { type: "button", class: "button", on: { click: onCopy(text, what, after) } },
    icon("copy"),
    `Copy ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
  );

/** An id, shortened in the middle, with its copy button. */
export const shortId = (id, what = "Id") =>
  h("span", { class: "id" }, h("code", { title: id }, shortened(id)), copyButton(id, what));

/** A text in full, with its copy button. */
export const copyable = (text, what) => h("span", { class: "id whole" }, h("code", text), copyButton(text, what));
