// Copy buttons.

import { announce, part, say } from "./page.js";

/** Browsers offer the clipboard API over https and on localhost only; elsewhere the older command works. */
const copyTheOldWay = (text, from) => {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  from.focus();
  if (!done) {
    throw new Error("not copied");
  }
};

const copy = async (text, from) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyTheOldWay(text, from);
  }
};

const shown = new WeakMap();

const showDone = (button) => {
  const word = button.querySelector(".word");
  const picture = button.querySelector("use");
  const before = shown.get(button) ?? { text: word.textContent };
  clearTimeout(before.timer);
  button.dataset.done = "";
  word.textContent = say("copied");
  picture.setAttribute("href", "#i-done");
  before.timer = setTimeout(() => {
    delete button.dataset.done;
    word.textContent = before.text;
    picture.setAttribute("href", "#i-copy");
  }, 2000);
  shown.set(button, before);
};

// Some buttons are replaced while the page is open.
document.addEventListener("click", async ({ target }) => {
  /** @type {HTMLElement | null} */
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  if (!button) {
    return;
  }
  try {
    await copy(button.dataset.copy, button);
    showDone(button);
    announce(say("copied"));
  } catch {
    // The text is selected, so that the payer can copy it with the keyboard.
    getSelection()?.selectAllChildren(part(button.dataset.of ?? ""));
    announce(say("copyFailed"));
  }
});
