// One callback with its attempts, and lists of callbacks.

import { api } from "../api.js";
import { h } from "../dom.js";
import { count, duration, shortened, words } from "../format.js";
import { kindOf } from "../kinds.js";
import { announce } from "../parts/announce.js";
import { chip } from "../parts/chip.js";
import { copyButton, shortId } from "../parts/copy.js";
import { confirm } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { zoneNote } from "../parts/list.js";
import { live } from "../parts/live.js";
import { empty, notice } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { facts, time } from "../parts/values.js";
import { href } from "../router.js";
import { request } from "./request.js";

/** Deliveries as a table; those of one transaction omit it. */
export const deliveryTable = (view, deliveries, { ofOne = false } = {}) =>
  table({
    caption: "Callbacks",
    rows: deliveries,
    leads: (one) => view.href(`callbacks/${one.id}`),
    columns: [
      { title: "Event", place: "main", cell: (one) => one.event },
      !ofOne && { title: "Transaction", place: "lower", cell: (one) => shortId(one.transaction_id, "Transaction id") },
      { title: "Status", place: "aside upper", cell: (one) => chip(one.status) },
      { title: "Last answer", place: "aside lowest", cell: lastAnswer },
      {
        title: "Attempts",
        right: true,
        place: ofOne ? "narrow-off" : "at-medium narrow-off",
        cell: (one) => one.attempts,
      },
      !ofOne && { title: "Delivered", place: "at-widest narrow-off", cell: (one) => time(one.delivered_at, { precise: true }) },
      !ofOne && {
        title: "Next attempt",
        place: "at-large narrow-off",
        cell: (one) => time(one.status === "pending" ? one.next_attempt_at : null, { precise: true }),
      },
      { title: "Created", place: "whole", cell: (one) => time(one.created_at, { precise: true }) },
    ].filter(Boolean),
  });

/** How the last attempt ended. */
const lastAnswer = ({ last_attempt: last }) => {
  if (!last) {
    return h("span", { class: "quiet" }, "None yet");
  }
  return last.status_code === null ? "No answer" : h("code", `HTTP ${last.status_code}`);
};

export const deliveryScreen = (view) => {
  const place = live(
    view,
    async () => (await api.get(`/api/deliveries/${encodeURIComponent(view.params.id)}`, { signal: view.signal })).data,
    (one) => show(view, one, () => place.again()),
    {
      isFinal: ({ status }) => status !== "pending",
      told: (one) => `Callback: ${words(one.status)}`,
      explain: (error) =>
        error.status === 404 && h("a", { class: "button", href: view.href("callbacks") }, "All callbacks"),
    },
  );
  return {
    title: "Callback",
    back: h("a", { class: "back", href: view.href("callbacks") }, icon("left"), "Callbacks"),
    content: place,
  };
};

const show = (view, one, again) => [
  view.name(`${one.event} ${shortened(one.transaction_id)}`),
  advice(one),
  h(
    "section",
    { class: "card padded" },
    h(
      "div",
      { class: "card-head" },
      h("h2", one.event),
      chip(one.status),
      one.status === "failed" && resend(view, one, again),
    ),
    facts(
      [
        ["Transaction", transaction(one)],
        ["Sent to", one.url],
        ["Environment", one.livemode ? "Live" : "Test"],
        ["Attempts", String(one.attempts)],
        ["Created", time(one.created_at, { precise: true })],
        one.next_attempt_at &&
          one.status === "pending" && ["Next attempt", time(one.next_attempt_at, { precise: true })],
        one.delivered_at && ["Delivered", time(one.delivered_at, { precise: true })],
        ["Body id", shortId(one.event_id, "Body id")],
        ["Delivery id", shortId(one.id, "Delivery id")],
      ],
      { look: "two" },
    ),
  ),
  h("section", { class: "section" }, h("h2", "Attempts"), attempts(one)),
  request(view, one),
  h(
    "section",
    { class: "section" },
    h("div", { class: "card-head" }, h("h2", "Body"), copyButton(one.body, "Body")),
    h("pre", { class: "body", tabindex: 0, role: "region", "aria-label": "Body" }, readable(one.body)),
  ),
  zoneNote(),
];

const transaction = (one) => {
  const kind = kindOf(one.transaction_type);
  const id = shortId(one.transaction_id, "Transaction id");
  return kind
    ? h(
        "span",
        { class: "actions" },
        id,
        h(
          "a",
          { href: href(one.livemode ? "live" : "test", `${kind.path}/${one.transaction_id}`) },
          `See the ${kind.kind}`,
        ),
      )
    : id;
};

const advice = (one) => {
  switch (one.status) {
    case "failed":
      return notice(
        "failure",
        h(
          "p",
          one.attempts > 0
            ? "Your server did not accept this callback, and it is not retried automatically. Fix the problem, then send it again: the body keeps its id."
            : "This callback was not sent, because its address was removed. Set an address, then send it: the body keeps its id.",
        ),
      );
    case "suspended":
      return notice(
        "warning",
        h(
          "p",
          "This callback waits, because the address is suspended. Fix your server and send a test event from Callbacks; then it is sent.",
        ),
      );
    default:
      return null;
  }
};

const resend = (view, one, again) => {
  const send = async () => {
    const done = await confirm({
      title: "Send this callback again?",
      does: [
        `The same body, with the same id, is sent to the current address. Your server can recognize the id if it has processed it before.`,
      ],
      action: "Send again",
      run: async () => (await api.post(`/api/deliveries/${one.id}/redeliver`)).data,
    });
    if (done) {
      announce("The callback is sent again");
      again();
    }
  };
  return h(
    "button",
    {
      type: "button",
      class: "button",
      disabled: !view.mayWrite,
      title: view.mayWrite ? null : "Only owners can send again",
      on: { click: send },
    },
    "Send again",
  );
};

const attempts = (one) =>
  one.attempt_log.length
    ? table({
        caption: count(one.attempt_log.length, "attempt"),
        rows: [...one.attempt_log].reverse(),
        columns: [
          { title: "Attempt", place: "main", cell: (attempt) => `${attempt.number}` },
          { title: "Answer", place: "lower whole", cell: answer },
          {
            title: "Took",
            right: true,
            place: "aside upper",
            cell: (attempt) => h("span", { class: "one-line" }, duration(attempt.duration_ms)),
          },
          { title: "Time", place: "whole", cell: (attempt) => time(attempt.at, { precise: true }) },
          {
            title: "Request id",
            place: "at-medium narrow-off",
            cell: (attempt) => shortId(attempt.request_id, "Request id"),
          },
        ],
      })
    : h("div", { class: "card" }, untold(one));

/** The reason why there is no attempt. */
const untold = ({ status, attempts: made }) => {
  if (made > 0) {
    return empty("No attempt to show", "Attempts are kept for 30 days. A running attempt appears when it ends.");
  }
  switch (status) {
    case "suspended":
      return empty("Not tried", "It waits, because the address is suspended.");
    case "failed":
      return empty("Not tried", "It was not sent, because its address was removed.");
    default:
      return empty("Not tried yet", "The first attempt is made within a second.");
  }
};

const answer = (attempt) => {
  const accepted = attempt.status_code >= 200 && attempt.status_code < 300;
  return h(
    "div",
    { class: "answer" },
    h(
      "span",
      { class: `chip ${accepted ? "success" : "failure"}` },
      attempt.status_code === null ? (attempt.error ?? "No answer") : `HTTP ${attempt.status_code}`,
    ),
    attempt.response_excerpt && h("code", { class: "small" }, attempt.response_excerpt),
  );
};

/** Indented, if it is valid JSON. */
const readable = (body) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
