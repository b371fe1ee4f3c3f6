// The elements, the words and the screens of the page.

/**
 * The elements that are not just an `HTMLElement`; the page has all that its scripts use.
 *
 * @typedef {object} Parts
 * @property {HTMLElement & {dataset: Record<string, string>}} main
 * @property {HTMLProgressElement} bar
 * @property {HTMLProgressElement} progress
 * @property {HTMLDetailsElement} fold
 * @property {HTMLInputElement} file
 * @property {HTMLCanvasElement} preview
 * @property {HTMLLinkElement} dark
 */

/**
 * An element by its id.
 *
 * @template {string} I
 * @param {I} id
 * @returns {I extends keyof Parts ? Parts[I] : HTMLElement}
 */
export const part = (id) =>
  /** @type {any} */
  (document.getElementById(id));

/**
 * All elements of a selector.
 *
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {NodeListOf<E>}
 */
export const all = (selector, within = document) => within.querySelectorAll(selector);

export const main = part("main");

/** @type {Record<string, string>} */
const words = JSON.parse(part("words").textContent ?? "");

/**
 * A text in the page's language; `{n}` is replaced.
 *
 * @param {string} key
 * @param {string | number} n
 * @returns {string}
 */
export const say = (key, n = "") => (words[key] ?? words.trouble).replaceAll("{n}", String(n));

/** Whether this key has a text. */
export const knows = (key) => key in words;

/** Announces a text to screen readers. */
export const announce = (text) => {
  const heard = part("heard");
  heard.textContent = "";
  // Screen readers announce changes, so a repeated text must change too.
  setTimeout(() => {
    heard.textContent = text;
  }, 50);
};

/** Shows a text, or hides its element if there is none. */
export const tell = (id, text) => {
  const place = part(id);
  place.textContent = text;
  place.hidden = !text;
};

/** Shows the screen of this name; screen readers are moved to its heading. */
export const show = (screen) => {
  if (main.dataset.state === screen) {
    return;
  }
  main.dataset.state = screen;
  for (const one of all("[data-in]")) {
    one.hidden = !one.dataset.in?.split(" ").includes(screen);
  }
  document.title = [say(`title.${screen}`), main.dataset.merchant].filter(Boolean).join(" · ");
  const heading = [...main.querySelectorAll("h1")].find((one) => one.offsetParent !== null);
  heading?.focus({ preventScroll: true });
  scrollTo(0, 0);
};
