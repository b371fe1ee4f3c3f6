// A link to a page that payers see.

import { h } from "../dom.js";
import { icon } from "./icons.js";

export const newTab = (url, look = {}) =>
  h("a", { ...look, href: url, target: "_blank", rel: "noopener", title: "Opens in a new tab" }, icon("out"), "Open");
