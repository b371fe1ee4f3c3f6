// A link to a page that payers see.

import { h } from "../dom.js";
import { icon } from "./icons.js";

export const newTab = (url, look = {}) =>
  h("a", { ...look, elsewhere: url, title: "Opens in a new tab" }, icon("out"), "Open");
