// A payin that an owner creates, as a link to its pay page.

import { h } from "../dom.js";
import { activeCodes, amount, example, minorUnits } from "../format.js";
import { consequences, intend } from "../parts/actions.js";
import { announce } from "../parts/announce.js";
import { choices, field, form } from "../parts/form.js";

/** The minor units of a typed amount; null, with a message at the field, if it is none. */
export const typedAmount = (one, code) => {
  const minor = minorUnits(one.value(), code);
  if (minor === null || Number(minor) === 0) {
    one.wrong(`Enter an amount in ${code}, such as ${example(code)}`);
    one.input.focus();
    return null;
  }
  return Number(minor);
};

/** A field of an amount and one of its currency. */
export const amountFields = (view, name = "amount") => {
  const codes = activeCodes();
  const own = view.session.default_currency;
  return [
    field({ name, label: "Amount", inputmode: "decimal", autocomplete: "off" }),
    field({
      name: "currency",
      label: "Currency",
      options: codes.map((code) => [code, code]),
      value: codes.includes(own) ? own : codes[0],
    }),
  ];
};

/** The typed amount with its currency; the word for it while it is incomplete. */
export const typed = (one, code, otherwise) => {
  const minor = minorUnits(one.value(), code);
  return minor === null || Number(minor) === 0 ? otherwise : `${amount(minor, code)} ${code}`;
};

const suggestion = () => `link-${[...crypto.getRandomValues(new Uint8Array(4))].map((one) => one.toString(16).padStart(2, "0")).join("")}`;

export const newPayinButton = (view) =>
  h("button", { type: "button", class: "button primary", on: { click: () => create(view) } }, "Create a pay link");

const create = async (view) => {
  const form = (send, close) => payinForm(view, send, close);
  const made = await intend(`Create a ${view.environment} pay link`, form, () => view.go("payins", {}, { replace: true }));
  if (made) {
    view.go(`payins/${made.id}`);
    announce("The pay link is ready");
  }
};

const payinForm = (view, send, close) => {
  const [sum, currency] = amountFields(view);
  const channel = choices({
    name: "channel",
    label: "How it is paid",
    chosen: "qrcode",
    options: [
      ["qrcode", "QR code", "The payer scans a QR code with a banking app."],
      ["bank", "Bank transfer", "The payer transfers to the account that the page shows."],
    ],
  });
  const reference = field({
    name: "order_ref",
    label: "Reference",
    value: suggestion(),
    maxlength: 255,
    autocomplete: "off",
    help: "Your own number for it, such as an order or an invoice. Each reference can be used only once.",
  });
  const notes = field({ name: "notes", label: "Note", maxlength: 255, autocomplete: "off", help: "It is for you; payers do not see it." });
  const what = consequences([sum.input, currency.input], () => [
    `A page opens on which anyone who has its link can pay ${typed(sum, currency.value(), "the amount")}, once, until it expires.`,
    view.environment === "test"
      ? "It is a test: no real money moves, and no balance changes."
      : "Once the payment is confirmed, it is credited to your available balance less your fee. Until then nothing moves.",
  ]);
  const run = async (values) => {
    const minor = typedAmount(sum, values.currency);
    if (minor === null) {
      return;
    }
    close(
      await send("/api/payins", {
        ...values,
        environment: view.environment,
        amount: minor,
        order_ref: values.order_ref.trim(),
        notes: values.notes.trim() || null,
      }),
    );
  };
  requestAnimationFrame(() => sum.input.focus());
  return form({ fields: [sum, currency, channel, reference, notes], more: [what], action: "Create the pay link", run, cancel: close });
};
