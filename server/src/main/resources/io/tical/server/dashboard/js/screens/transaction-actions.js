// What an owner can do with a payin or a payout, and the link to pay a payin.

import { h } from "../dom.js";
import { amount, words } from "../format.js";
import { isOpen } from "../money.js";
import { ask } from "../parts/actions.js";
import { announce } from "../parts/announce.js";
import { bigCopyButton } from "../parts/copy.js";
import { icon } from "../parts/icons.js";
import { newTab } from "../parts/new-tab.js";
import { money, time } from "../parts/values.js";

const sum = (minor, { currency }) => `${amount(minor, currency)} ${currency}`;

const balanceOf = ({ livemode }) => (livemode ? "available balance" : "available test balance");

const CALLBACK = "Your callback address receives the event, as with a real one.";

/** For each kind: what is asked, and what is said afterwards. */
const ACTIONS = {
  payout: {
    cancel: (one) => ({
      name: "Cancel the payout",
      title: "Cancel this payout?",
      does: [
        `Nothing is sent to ${one.destination.holder_name}.`,
        `It returns ${sum(one.net_amount, one)} to the ${balanceOf(one)}.`,
        "This cannot be undone: to pay after all, create another payout.",
      ],
      keep: "Keep the payout",
      ends: true,
      done: "cancelled",
      said: `The payout is cancelled, and ${sum(one.net_amount, one)} is available again`,
    }),
    test_confirm: (one) => ({
      name: "Complete the test payout",
      title: "Complete this test payout?",
      does: [
        "It becomes successful, whatever outcome its amount simulates. No bank is asked, and no real money moves.",
        `It takes ${sum(one.net_amount, one)} of test money from the test balance.`,
        CALLBACK,
      ],
      done: "success",
      said: "The test payout is complete",
    }),
  },
  payin: {
    cancel: (one) => ({
      name: "Cancel the payin",
      title: "Cancel this payin?",
      does: [
        "The payer can no longer pay it: its pay page says that it was cancelled.",
        `Nothing is credited: your ${balanceOf(one)} stays as it is.`,
        "A transfer that arrives afterwards is not credited automatically. This cannot be undone.",
      ],
      keep: "Keep the payin",
      ends: true,
      done: "cancelled",
      said: "The payin is cancelled",
    }),
    test_confirm: (one) => ({
      name: "Complete the test payin",
      title: "Complete this test payin?",
      does: [
        `It counts as paid with ${sum(one.transfer_amount, one)}. No real money moves, and no balance changes.`,
        CALLBACK,
      ],
      done: "success",
      said: "The test payin is complete",
    }),
  },
};

/** The buttons of what is possible now; nothing if there is none. */
export const transactionActions = (kind, one, again) => {
  const possible = (one.actions ?? []).map((word) => [word, ACTIONS[kind.kind][word]?.(one)]).filter(([, action]) => action);
  return (
    possible.length > 0 &&
    h(
      "div",
      { class: "actions" },
      possible.map(([word, action]) => button(kind, one, word, action, again)),
    )
  );
};

const button = (kind, one, word, { name, title, does, keep, ends, done, said }, again) => {
  const run = async () => {
    const about = [
      ["Amount", money(one.amount, one.currency)],
      [kind.counterparty.title, [h("span", kind.counterparty.name(one)), h("span", { class: "under" }, kind.counterparty.detail(one))]],
      ["Reference", h("code", one.order_ref)],
    ];
    const path = `${kind.api}/${one.id}/${word.replaceAll("_", "-")}`;
    const changed = await ask({ title, about, does, action: name, keep, ends, path, settled: again });
    if (changed) {
      announce(changed.status === done ? said : `The ${kind.kind} is ${words(changed.status).toLowerCase()} already; nothing was changed`);
    }
  };
  return h("button", { type: "button", class: `button ${ends ? "danger" : ""}`, on: { click: run } }, name);
};

/** How the payer gets to the pay page of an open payin. */
export const payLink = (one) => {
  const url = one.paypage_url ?? one.deposit_page_url;
  if (!url || !isOpen(one)) {
    return null;
  }
  const picture = `/api/payins/${one.id}/pay-page.svg`;
  const share = async () => {
    try {
      await navigator.share({ title: `Payment of ${sum(one.amount, one)}`, url });
    } catch {
      // The user closed the sheet.
    }
  };
  return h(
    "section",
    { class: "card padded pay-link" },
    h("img", { src: picture, alt: "QR code of the pay link", width: 160, height: 160 }),
    h(
      "div",
      { class: "stack apart" },
      h(
        "div",
        { class: "stack" },
        h("h2", "Pay link"),
        h("p", { class: "quiet" }, "Send the payer this address, or let them scan the QR code. It can be paid until ", time(one.expired_at)[0], "."),
      ),
      h("code", { class: "secret" }, url),
      h(
        "div",
        { class: "actions" },
        bigCopyButton(url, "Link"),
        newTab(url, { class: "button" }),
        "share" in navigator && h("button", { type: "button", class: "button", on: { click: share } }, "Share\u2026"),
        h("a", { class: "button", href: picture, download: `pay-link-${one.id}.svg` }, icon("download"), "QR code"),
      ),
    ),
  );
};
