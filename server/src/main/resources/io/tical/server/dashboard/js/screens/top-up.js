// Adds test money to a test balance.

import { api } from "../api.js";
import { h } from "../dom.js";
import { amount } from "../format.js";
import { consequences, intend } from "../parts/actions.js";
import { announce } from "../parts/announce.js";
import { form } from "../parts/form.js";
import { amountFields, typed, typedAmount } from "./new-payin.js";

/** A button that appears where the operator allows test funding. */
export const topUpButton = (view) => {
  const button = h("button", { type: "button", class: "button primary", hidden: true }, "Add test money");
  const offer = async () => {
    try {
      const { data } = await api.get("/api/sandbox/top-up", { signal: view.signal });
      button.addEventListener("click", () => topUp(view, data.amount_minor_max));
      button.hidden = !data.enabled;
    } catch {
      // The list of balances says what is wrong.
    }
  };
  view.wait(offer());
  return button;
};

const topUp = async (view, max) => {
  const again = () => view.go("balances", {}, { replace: true });
  const made = await intend("Add test money", (send, close) => topUpForm(view, max, send, close), again);
  if (made) {
    again();
    announce(`${amount(made.amount_minor, made.currency)} ${made.currency} of test money was added`);
  }
};

const topUpForm = (view, max, send, close) => {
  const [sum, currency] = amountFields(view, "amount_minor");
  const what = consequences([sum.input, currency.input], () => [
    `It adds ${typed(sum, currency.value(), "the amount")} to the available test balance. No real money moves.`,
    `At most ${amount(max, currency.value())} ${currency.value()} are added at a time.`,
  ]);
  const run = async (values) => {
    const minor = typedAmount(sum, values.currency);
    if (minor === null) {
      return;
    }
    if (minor > max) {
      sum.wrong(`At most ${amount(max, values.currency)} ${values.currency} are added at a time`);
      sum.input.focus();
      return;
    }
    close(await send("/api/sandbox/top-up", { currency: values.currency, amount_minor: minor }));
  };
  requestAnimationFrame(() => sum.input.focus());
  return form({ fields: [sum, currency], more: [what], action: "Add test money", run, cancel: close });
};
