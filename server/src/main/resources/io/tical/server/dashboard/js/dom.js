// Elements, made from names and values. Texts are never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

const set = (element, name, value) => {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) {
      element.addEventListener(event, listener);
    }
  } else if (name === "value") {
    element.value = value;
  } else if (name === "href" && !/^[/#](?![/\\])/.test(value)) {
    throw new Error("A link leads within this service");
  } else if (name === "elsewhere") {
    leadElsewhere(element, value);
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
};

/** A link to a page for payers on another host. It opens in a new tab, without access to this page. */
const leadElsewhere = (link, url) => {
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new Error("A page for payers has an address on the web");
  }
  link.setAttribute("href", url);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer");
};

const fill = (element, parts) => {
  for (const part of parts.flat(Infinity)) {
    if (part instanceof Node) {
      element.append(part);
    } else if (part !== null && typeof part === "object") {
      Object.entries(part).forEach(([name, value]) => set(element, name, value));
    } else if (part !== null && part !== undefined && part !== false) {
      element.append(String(part));
    }
  }
  return element;
};

/**
 * Creates an element. Objects are attributes (`on` contains listeners), nodes and texts are children.
 *
 * @template {string} N
 * @param {N} name
 * @param {...any} parts
 * @returns {N extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[N] : HTMLElement}
 */
export const h = (name, ...parts) => fill(document.createElement(name), parts);

/**
 * The same for pictures.
 *
 * @param {string} name
 * @param {...any} parts
 * @returns {SVGElement}
 */
export const svg = (name, ...parts) => fill(document.createElementNS(SVG, name), parts);

let numbers = 0;

/** An id that no other element of this page has. */
export const freshId = (stem) => `${stem}-${++numbers}`;

/** A value in the browser's storage, which may be disabled. */
export const remembered = {
  get: (name) => {
    try {
      return localStorage.getItem(`tical.${name}`);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      if (value === null) {
        localStorage.removeItem(`tical.${name}`);
      } else {
        localStorage.setItem(`tical.${name}`, value);
      }
    } catch {
      // Storage is disabled: the value is lost when the page is closed.
    }
  },
};
