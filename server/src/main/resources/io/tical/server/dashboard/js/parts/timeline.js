// The timeline of a transaction.

import { h } from "../dom.js";
import { amount, duration, words } from "../format.js";
import { account, created, match, posting, slip, suspense, trigger } from "../happened.js";
import { look } from "./chip.js";
import { shortId } from "./copy.js";
import { mark } from "./icons.js";
import { time } from "./values.js";

/** @param context `{view, kind, currency}`: for links, for texts, and the default currency */
export const timeline = (items, context) =>
  h(
    "ol",
    { class: "timeline" },
    items.map((item) => event(item, context)),
  );

const event = (item, context) => {
  const { tone, shape, what } = (LINES[item.kind] ?? LINES.other)(item, context);
  return h(
    "li",
    { class: "event" },
    h("span", { class: `mark ${tone}` }, mark(shape)),
    h(
      "div",
      h("p", { class: "what" }, what),
      h(
        "p",
        { class: "when" },
        time(item.at, { precise: true }),
        item.request_id && h("span", { class: "id" }, "Request\u00a0", shortId(item.request_id, "Request id")),
      ),
    ),
  );
};

/** The content of each kind of item. */
const LINES = {
  state: ({ title, detail, user }, { kind }) => {
    const [tone, shape, word] = look(detail.to ?? "");
    return {
      tone,
      shape,
      what: detail.to
        ? [h("b", word), because(trigger(kind, detail, user))]
        : [h("b", words(title)), because(created(user))],
    };
  },
  slip: (item) => {
    const [what, why] = slip(item) ?? [words(item.title)];
    const [tone, shape] = SLIP_LOOKS[item.detail.status] ?? SLIP_LOOKS.pending;
    return { tone, shape, what: [h("b", what), because(why)] };
  },
  consent: ({ detail }) => ({
    tone: "",
    shape: "tick",
    what: [
      h("b", "Conditions accepted by the payer"),
      because(detail.text_version === "unstated" ? "on a page of your own" : `version ${detail.text_version}`),
    ],
  }),
  match: (item, { kind }) => {
    const [what, why] = match(kind, item) ?? [words(item.title)];
    return { tone: "", shape: "send", what: [h("b", what), because(why)] };
  },
  posting: (item, { currency }) => {
    const { title, detail } = item;
    const [what, why] = suspense(item) ?? [posting(title) ?? words(title), way(detail)];
    return {
    tone: "",
    shape: "coins",
    what: [
      h("span", what),
      why && h("span", { class: "quiet small" }, why),
      detail.amount !== undefined &&
        h(
          "span",
          { class: "money" },
          `${amount(detail.amount, detail.currency ?? currency)} `,
          h("span", { class: "currency" }, detail.currency ?? currency),
        ),
    ],
    };
  },
  delivery: ({ title, detail }, { view }) => {
    const link = h("a", { href: view.href(`callbacks/${detail.delivery_id}`) }, detail.event ?? title);
    if (detail.attempt === undefined || detail.attempt === null) {
      return { tone: "", shape: "send", what: [h("b", "Callback queued"), link] };
    }
    const accepted = detail.status_code >= 200 && detail.status_code < 300;
    return {
      tone: accepted ? "success" : "failure",
      shape: accepted ? "tick" : "cross",
      what: [
        h("b", accepted ? "Callback delivered" : "Callback not accepted"),
        link,
        h(
          "span",
          { class: "quiet" },
          `attempt ${detail.attempt}: ${detail.status_code ?? title.split(": ").at(-1)}, ${duration(detail.duration_ms)}`,
        ),
      ],
    };
  },
  other: ({ title }) => ({ tone: "", shape: "dot", what: [h("b", words(title))] }),
};

const SLIP_LOOKS = {
  pending: ["", "dot"],
  accepted: ["success", "tick"],
  rejected: ["failure", "cross"],
};

const because = (sentence) => sentence && h("span", { class: "quiet" }, sentence);

/** The debited and credited account. */
const way = ({ debit, credit }) => account(debit) && account(credit) && `${account(debit)} \u2192 ${account(credit)}`;
