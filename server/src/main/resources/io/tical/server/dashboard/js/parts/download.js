// Downloads of files. A plain link would not show why a file is refused.

import { api } from "../api.js";
import { h } from "../dom.js";
import { icon } from "./icons.js";
import { problem } from "./notice.js";

/** How long the browser may take to store a file. */
const STORED_MS = 60_000;

/**
 * A link that downloads a file, and a place for the reason why it cannot. `point(address)` sets the file; null for none.
 *
 * @param look more classes of the link
 */
export const download = (label, look = "") => {
  const wrong = h("div", { class: "went-wrong" });
  const go = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    const address = link.getAttribute("href");
    if (!address || link.hasAttribute("aria-busy")) {
      return;
    }
    link.setAttribute("aria-busy", "true");
    wrong.replaceChildren();
    try {
      const { name, content } = await api.file(address);
      store(name, content);
    } catch (error) {
      wrong.replaceChildren(problem(error));
    } finally {
      link.removeAttribute("aria-busy");
    }
  };
  const link = h("a", { class: `button ${look}`, download: true, on: { click: go } }, icon("download"), label);
  const point = (address) => {
    wrong.replaceChildren();
    if (address) {
      link.setAttribute("href", address);
    } else {
      link.removeAttribute("href");
    }
  };
  return { link, wrong, point };
};

const store = (name, content) => {
  const address = URL.createObjectURL(content);
  // Not `h`, which allows only links to pages and files of the service.
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), STORED_MS);
};
