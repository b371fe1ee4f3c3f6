// The filters above a list: fields named like the query parameters of the screen and the API.

import { h } from "../dom.js";
import { decimal, example, minorUnits } from "../format.js";
import { field } from "./form.js";
import { icon } from "./icons.js";

/** A search for texts: of the parameter `q` unless it is named otherwise. */
export const searchField = (query, { name = "q", label = "Search", ...attributes }) => {
  const search = field({
    name,
    label,
    type: "search",
    value: query.get(name) ?? "",
    maxlength: 200,
    autocomplete: "off",
    spellcheck: "false",
    ...attributes,
  });
  search.node.classList.add("search");
  return search;
};

/** A choice of one value, or all: `[[value, text], …]`. */
export const choiceField = (query, { name, label, options }) =>
  field({ name, label, options: [["", "All"], ...options], value: query.get(name) ?? "" });

/** The first and the last day, in the organization's zone. */
export const dayFields = (query) => {
  const day = (name, label) => {
    const made = field({ name, label, type: "date", min: "2000-01-01", max: "2999-12-31", value: query.get(name) ?? "" });
    return { ...made, check: () => (made.input.validity.valid ? null : "Enter a day, month and year") };
  };
  const from = day("from", "From");
  const to = day("to", "To");
  const ordered = () => (from.value() && to.value() && to.value() < from.value() ? "This day is before the first" : null);
  return [from, { ...to, check: () => to.check() ?? ordered() }];
};

/**
 * A choice of a currency with the amounts of it: an amount chooses a currency, and without a currency there are no amounts.
 *
 * @param codes of the currencies
 * @param usual `() => code` of the currency of an amount for which none is chosen
 */
export const currencyFields = (query, { codes, usual }) => {
  const chosen = choiceField(query, { name: "currency", label: "Currency", options: codes.map((code) => [code, code]) });
  const amounts = amountFields(query, chosen);
  const settle = (input) => {
    const typed = amounts.filter((one) => one.input.value.trim());
    if (input === chosen.input && !chosen.value()) {
      typed.forEach((one) => (one.input.value = ""));
    } else if (typed.length && !chosen.value()) {
      chosen.input.value = usual();
    }
  };
  return { field: chosen, amounts, settle };
};

/**
 * The smallest and the largest amount. People enter decimals of the chosen currency; the parameters are minor units.
 *
 * @param currency the field of the currency
 */
const amountFields = (query, currency) => {
  const typed = (name, label) => {
    const minor = query.get(name) ?? "";
    const made = field({
      name,
      label,
      inputmode: "decimal",
      value: /^\d+$/.test(minor) ? decimal(minor, currency.value()) : "",
      maxlength: 24,
      autocomplete: "off",
      placeholder: "Any",
    });
    const units = () => minorUnits(made.input.value, currency.value());
    return {
      ...made,
      value: () => units() ?? "",
      check: () =>
        made.input.value.trim() && units() === null ? `Enter an amount such as ${example(currency.value())}` : null,
    };
  };
  const min = typed("amount_min", "Amount from");
  const max = typed("amount_max", "Amount to");
  const ordered = () =>
    min.value() && max.value() && BigInt(max.value()) < BigInt(min.value()) ? "This amount is below the smallest" : null;
  return [min, { ...max, check: () => max.check() ?? ordered() }];
};

/** The number of fields that fit beside the buttons. */
const SHORT_MAX = 3;

const ACCOUNT_LENGTH_MIN = 4;

/** An account number, or its beginning. */
export const accountField = (query) => {
  const made = field({
    name: "account",
    label: "Account number",
    inputmode: "numeric",
    value: query.get("account") ?? "",
    maxlength: 40,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Whole, or its beginning",
  });
  const value = () => made.value().replace(/[\s-]/g, "");
  return {
    ...made,
    value,
    check: () => (value() && value().length < ACCOUNT_LENGTH_MIN ? `Enter at least ${ACCOUNT_LENGTH_MIN} digits` : null),
  };
};

/**
 * The form of the filters. A choice is applied immediately, typed text after a short pause, and nothing while a field is wrong.
 *
 * @param fields those that are always shown
 * @param more those that are shown on request, and while one of them is set
 * @param settle called with the input that the user changed, before the values are read
 * @param applied called when the address has other filters
 * @param tools further buttons
 */
export const filters = (view, { fields, more, settle, applied, tools }) => {
  const all = [...fields, ...more];
  if (!all.length) {
    return h("div", { class: "filter-tools" }, tools);
  }
  const set = (some) => some.filter(({ name }) => view.query.get(name));
  let pause = 0;
  const apply = () => {
    clearTimeout(pause);
    const wrong = all.filter((one) => {
      const message = one.check?.() ?? null;
      one.wrong(message);
      return message;
    });
    const values = all.map((one) => [one.name, one.value().trim()]);
    // Leaving a field reports a change that was already applied. Loading the list again would lose the click that left it.
    const isNew = values.some(([name, value]) => value !== (view.query.get(name) ?? ""));
    if (!wrong.length && isNew && !view.signal.aborted) {
      view.setQuery({ ...Object.fromEntries(values), cursor: null });
      mark();
      applied();
    }
  };
  for (const { input } of all) {
    input.addEventListener("change", () => {
      settle(input);
      apply();
    });
    input.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => {
        settle(input);
        apply();
      }, 300);
    });
  }
  const clear = h(
    "button",
    {
      type: "button",
      class: "button plain",
      on: {
        click: () => {
          all.forEach(({ input }) => (input.value = ""));
          apply();
          fields[0].input.focus();
        },
      },
    },
    icon("close"),
    "Clear filters",
  );
  const badge = h("span", { class: "badge" });
  const further = h("div", { class: "filters more", id: "more-filters", hidden: set(more).length === 0 }, more.map((one) => one.node));
  const toggle = h(
    "button",
    {
      type: "button",
      class: "button",
      "aria-controls": further.id,
      "aria-expanded": String(!further.hidden),
      on: {
        click: () => {
          further.hidden = !further.hidden;
          toggle.setAttribute("aria-expanded", String(!further.hidden));
          if (!further.hidden) {
            more[0].input.focus();
          }
        },
      },
    },
    icon("filter"),
    "More filters",
    badge,
  );
  const mark = () => {
    clear.hidden = set(all).length === 0;
    const count = set(more).length;
    badge.hidden = count === 0;
    badge.replaceChildren(String(count), h("span", { class: "unseen" }, " set"));
  };
  mark();
  const submit = (event) => {
    event.preventDefault();
    apply();
  };
  return h(
    "form",
    { class: more.length || fields.length > SHORT_MAX ? "filter-form" : "filter-form short", role: "search", on: { submit } },
    h("div", { class: "filters" }, fields.map((one) => one.node)),
    more.length > 0 && further,
    h("div", { class: "filter-tools" }, more.length > 0 && toggle, clear, tools),
  );
};
