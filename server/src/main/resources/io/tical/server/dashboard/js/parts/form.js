// Fields with labels, help and errors; forms that are sent once and show the result.

import { freshId, h } from "../dom.js";
import { origin, notice, problem, reloading } from "./notice.js";

/**
 * A field of a form.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {any} input its element, or the first one
 * @property {HTMLElement} node with its label
 * @property {() => any} value a text, or a list of them
 * @property {(text: string | null) => void} wrong shows what is wrong
 * @property {() => string | null | undefined | false} [check] what is wrong with the value, of a filter
 */

/**
 * A field with one element. `options` are for a choice of values: `[[value, text], …]`. Others are attributes of the element.
 *
 * @param {{
 *   name: string, label: string, help?: any, options?: string[][], multiline?: boolean, reveal?: boolean, [attribute: string]: any
 * }} given
 * @returns {Field}
 */
export const field = ({ name, label, help, options, multiline, reveal, ...attributes }) => {
  const id = freshId(name);
  const helpId = `${id}-help`;
  const wrongId = `${id}-wrong`;
  const known = { id, name, ...attributes, "aria-describedby": [help && helpId, wrongId].filter(Boolean).join(" ") };
  const input = options
    ? h(
        "select",
        known,
        options.map(([value, text]) => h("option", { value, selected: value === attributes.value }, text)),
      )
    : h(multiline ? "textarea" : "input", known);
  const wrong = h("p", { class: "wrong", id: wrongId, hidden: true });
  const around = options ? h("span", { class: "select" }, input) : reveal ? revealing(input, label) : input;
  return {
    name,
    label,
    input,
    node: h(
      "div",
      { class: "field" },
      h("label", { for: id }, label),
      around,
      help && h("p", { class: "help", id: helpId }, help),
      wrong,
    ),
    value: () => input.value,
    wrong: (text) => {
      wrong.textContent = text ?? "";
      wrong.hidden = !text;
      if (text) {
        input.setAttribute("aria-invalid", "true");
      } else {
        input.removeAttribute("aria-invalid");
      }
    },
  };
};

const revealing = (input, label) => {
  const button = h(
    "button",
    { type: "button", "aria-pressed": "false", "aria-label": `Show ${label.toLowerCase()}` },
    "Show",
  );
  button.addEventListener("click", () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    button.textContent = show ? "Hide" : "Show";
    button.setAttribute("aria-pressed", String(show));
  });
  return h("div", { class: "with-button" }, input, button);
};

/**
 * Checkboxes or radio buttons under one name.
 *
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {string} [given.type]
 * @param {any[][]} given.options `[[value, text, help], …]`
 * @param {string | string[]} [given.chosen]
 * @param {boolean} [given.boxed]
 * @param {(value: any) => void} [given.onChange]
 * @returns {Field}
 */
export const choices = ({ name, label, type = "radio", options, chosen, boxed = false, onChange = () => {} }) => {
  const wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  const inputs = options.map(([value]) =>
    h("input", { type, name, value, checked: [chosen].flat().includes(value), on: { change: () => onChange(read()) } }),
  );
  const read = () => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    return type === "radio" ? values[0] : values;
  };
  const lines = options.map(([, text, help], i) =>
    h("label", { class: "choice" }, inputs[i], h("span", text, help && h("span", { class: "help" }, help))),
  );
  return {
    name,
    label,
    input: inputs[0],
    node: h(
      "fieldset",
      { class: "field" },
      h("legend", label),
      boxed ? h("div", { class: "scopes" }, lines) : lines,
      wrong,
    ),
    value: read,
    wrong: (text) => {
      wrong.textContent = text ?? "";
      wrong.hidden = !text;
    },
  };
};

/**
 * A form. An error of a field is shown at the field, other errors above the buttons.
 *
 * @param {object} given
 * @param {Field[]} given.fields
 * @param {any} [given.more] below the fields
 * @param {string} given.action the text of its button
 * @param {(values: any) => any} given.run receives the values by name; its errors are shown
 * @param {() => void} [given.cancel] called by the second button, if there is one
 * @param {(() => any) | null} [given.again] loads what is changed again, after somebody else has changed it
 * @param {Record<string, (error: any) => any>} [given.sentences] for codes of errors
 * @param {string | null} [given.look] a class
 */
export const form = ({ fields, more = [], action, run, cancel, again = null, sentences = {}, look = null }) => {
  const wrong = h("div", { class: "went-wrong" });
  const submit = h("button", { type: "submit", class: "button primary" }, action);
  const send = async (event) => {
    event.preventDefault();
    if (submit.disabled) {
      return;
    }
    fields.forEach((one) => one.wrong(null));
    wrong.replaceChildren();
    submit.disabled = true;
    submit.setAttribute("aria-busy", "true");
    try {
      await run(Object.fromEntries(fields.map((one) => [one.name, one.value()])));
    } catch (error) {
      show(error);
    } finally {
      submit.disabled = false;
      submit.removeAttribute("aria-busy");
    }
  };
  const show = (error) => {
    const unplaced = (error.fields ?? []).filter(({ field: named, message }) => {
      const place = fields.find((one) => named === one.name || named.startsWith(`${one.name}[`));
      place?.wrong(`${place.label} ${message}`);
      return !place;
    });
    const first = fields.find((one) => (error.fields ?? []).some(({ field: named }) => named === one.name));
    if (sentences[error.code]) {
      const shown = notice("failure", h("p", sentences[error.code](error)), origin(error));
      shown.setAttribute("role", "alert");
      wrong.replaceChildren(shown);
    } else if (!error.fields?.length || unplaced.length) {
      wrong.replaceChildren(problem(error, reloading(error, again)));
    }
    (first ?? fields.find((one) => one.value() === "") ?? fields[0])?.input.focus();
  };
  return h(
    "form",
    { class: look, method: "post", novalidate: true, on: { submit: send } },
    fields.map((one) => one.node),
    more,
    wrong,
    h(
      "div",
      { class: "actions" },
      cancel && h("button", { type: "button", class: "button", on: { click: () => cancel() } }, "Cancel"),
      submit,
    ),
  );
};
