// Registers a customer's bank account.

import { banksOf } from "../banks.js";
import { h } from "../dom.js";
import { activeCodes } from "../format.js";
import { consequences, intend } from "../parts/actions.js";
import { announce } from "../parts/announce.js";
import { field, form } from "../parts/form.js";

export const newCustomerButton = (view) =>
  h("button", { type: "button", class: "button primary", on: { click: () => register(view) } }, "Register an account");

const register = async (view) => {
  const form = (send, close) => customerForm(view, send, close);
  const made = await intend(`Register a ${view.environment} account`, form, () => view.go("customers", {}, { replace: true }));
  if (made) {
    view.go("customers", { q: made.account_no });
    announce(`The account of ${made.holder_name} is registered`);
  }
};

const customerForm = (view, send, close) => {
  const codes = activeCodes();
  const own = view.session.default_currency;
  const currency = field({
    name: "currency",
    label: "Currency",
    options: codes.map((code) => [code, code]),
    value: codes.includes(own) ? own : codes[0],
  });
  const thai = field({ name: "bank_code", label: "Bank", options: [["", "Choose a bank"], ...(banksOf("THB") ?? [])] });
  const typed = field({
    name: "bank_code",
    label: "Bank",
    maxlength: 11,
    autocomplete: "off",
    spellcheck: "false",
    help: "The bank\u2019s code: 2 to 11 letters and digits, such as its BIC.",
  });
  const shown = () => (banksOf(currency.value()) ? thai : typed);
  const switchBank = () => {
    thai.node.hidden = shown() !== thai;
    typed.node.hidden = shown() !== typed;
  };
  currency.input.addEventListener("change", switchBank);
  switchBank();
  const bank = {
    name: "bank_code",
    label: "Bank",
    node: h("div", thai.node, typed.node),
    get input() {
      return shown().input;
    },
    value: () => shown().value().trim(),
    wrong: (text) => [thai, typed].forEach((one) => one.wrong(text)),
  };
  const number = field({ name: "account_no", label: "Account number", inputmode: "numeric", autocomplete: "off", help: "6 to 20 digits." });
  const holder = field({
    name: "holder_name",
    label: "Account holder",
    maxlength: 255,
    autocomplete: "off",
    help: "The name as the bank has it.",
  });
  const live = view.environment === "live";
  const what = consequences([number.input, holder.input], () => [
    `Your system can send payouts to ${number.value().trim() ? `account ${number.value().trim()}` : "this account"}${
      holder.value().trim() ? ` of ${holder.value().trim()}` : ""
    }. No money moves now.`,
    live
      ? "It is not verified yet: payouts to it may wait for a review until the operator has verified it."
      : "A test account is verified at once.",
    "The number and the bank cannot be changed later.",
  ]);
  const missing = () => {
    /** @type {[import("../parts/form.js").Field, boolean, string][]} */
    const required = [
      [bank, bank.value() === "", "Choose the bank"],
      [number, !/^\d{6,20}$/.test(digits()), "Enter the 6 to 20 digits of the account number"],
      [holder, holder.value().trim() === "", "Enter the name of the account holder"],
    ];
    const empty = required.filter(([one, wrong, text]) => wrong && (one.wrong(text), true));
    empty[0]?.[0].input.focus();
    return empty.length > 0;
  };
  const digits = () => number.value().replace(/[\s-]/g, "");
  const run = async (values) => {
    if (missing()) {
      return;
    }
    const body = { ...values, environment: view.environment, account_no: digits(), holder_name: values.holder_name.trim() };
    close(await send("/api/customers", body));
  };
  return form({
    fields: [currency, bank, number, holder],
    more: [what],
    action: "Register the account",
    run,
    cancel: close,
    sentences: { RESOURCE_EXISTS: () => "This account is already registered. Search for its number in the list of customers." },
  });
};
