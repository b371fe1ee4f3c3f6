// The scopes of a new key: none at first, presets, and what the chosen ones let the key do.

import { h } from "../dom.js";
import { powers, presets } from "../scopes.js";
import { choices } from "./form.js";

/** A field as of `choices`, whose node also has the presets and the explanation. */
export const scopesField = (scopes, environment) => {
  const some = choices({
    name: "scopes",
    label: "Scopes",
    type: "checkbox",
    boxed: true,
    chosen: [],
    options: scopes.map(({ scope, description }) => [scope, h("code", scope), description]),
    onChange: () => explain(),
  });
  const boxes = [...some.node.querySelectorAll("input")];
  const choose = (wanted) => {
    boxes.forEach((box) => {
      box.checked = wanted.includes(box.value);
    });
    some.wrong(null);
    explain();
  };
  const all = scopes.map(({ scope }) => scope);
  const buttons = presets(all, environment).map(([name, wanted]) => ({
    wanted,
    node: h("button", { type: "button", class: "button", "aria-pressed": "false", on: { click: () => choose(wanted) } }, name),
  }));
  const sentences = h("ul", { class: "plain-list", "aria-live": "polite" });
  const explain = () => {
    const chosen = some.value();
    buttons.forEach(({ node, wanted }) =>
      node.setAttribute("aria-pressed", String(wanted.length === chosen.length && wanted.every((one) => chosen.includes(one)))),
    );
    const told = chosen.length ? powers(chosen) : ["Nothing yet: choose what it is for, or single scopes."];
    sentences.replaceChildren(...told.map((sentence) => h("li", sentence)));
  };
  explain();
  const node = h(
    "div",
    { class: "stack apart" },
    h("fieldset", { class: "field" }, h("legend", "What it is for"), h("div", { class: "presets" }, buttons.map((one) => one.node))),
    some.node,
    h("div", { class: "consequences" }, h("h3", "What the key can do"), sentences),
  );
  return { ...some, node };
};
