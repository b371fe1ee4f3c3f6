// Sending all failed callbacks that match again: the service does it, and this shows how far it is.

import { api } from "../api.js";
import { h } from "../dom.js";
import { count, number } from "../format.js";
import { intent } from "../parts/actions.js";
import { announce } from "../parts/announce.js";
import { confirm, dialog } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { live } from "../parts/live.js";
import { notice, problem } from "../parts/notice.js";
import { time } from "../parts/values.js";

/** The service counts no further. */
const COUNTED_MAX = 10_000;

/** How long the result of an order that has ended is shown. */
const SHOWN_SECONDS = 24 * 3_600;

const told = (value) => `${value >= COUNTED_MAX ? "at least " : ""}${count(value, "failed callback")}`;

/** Conditions as people read them: `[[label, value], …]`. */
const conditions = (pairs) =>
  pairs
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([label, value]) => `${label} ${value}`)
    .join(", ");

/**
 * Asks whether all failed callbacks that match the filters are sent again, and starts it.
 *
 * @param started called when it has begun, or when another order runs already
 */
export const resendAll = (view, fields, started) => {
  const chosen = fields.filter(({ name }) => name !== "status" && view.query.get(name));
  const query = {
    environment: view.environment,
    ...Object.fromEntries(chosen.map(({ name }) => [name, view.query.get(name)])),
  };
  const send = intent();
  const button = (kind, text, click) => h("button", { type: "button", class: `button ${kind}`, on: { click } }, text);

  const content = (close) => {
    const place = h("div", { class: "stack" }, h("p", { class: "quiet" }, "Counting the failed callbacks that match\u2026"));
    const wrong = h("div", { class: "went-wrong" });
    const shut = h("div", { class: "actions" }, button("primary", "Close", () => close()));
    const ask = async () => {
      try {
        const { matched } = (await api.get("/api/redeliveries/count", { query })).data;
        if (matched === 0) {
          place.replaceChildren(
            notice("info", h("p", "No failed callback matches these filters, or its address is not set.")),
            shut,
          );
          return;
        }
        place.replaceChildren(
          h(
            "p",
            chosen.length ? "These filters match " : "Without a filter, there are ",
            h("b", told(matched)),
            ` of ${view.environment} mode${chosen.length ? `: ${conditions(chosen.map(({ label, name }) => [label, view.query.get(name)]))}` : ""}.`,
          ),
          h("p", "Each is sent with the same body and the same id to the address that is set now. Your server can recognize the id if it has processed it before."),
          h("p", "The service does this in the background: you can leave this page, and stop it here."),
          wrong,
          h(
            "div",
            { class: "actions" },
            button("danger", "Send them again", run),
            button("primary", "Cancel", () => close()),
          ),
        );
        /** @type {HTMLElement | null} */
        const first = place.querySelector(".primary");
        first?.focus();
      } catch (error) {
        place.replaceChildren(problem(error), shut);
      }
    };
    const run = async ({ currentTarget: go }) => {
      go.disabled = true;
      go.setAttribute("aria-busy", "true");
      try {
        await send(api.address("/api/redeliveries", query), {});
        close();
        announce("The failed callbacks are being sent again");
        started();
      } catch (error) {
        wrong.replaceChildren(problem(error));
        go.disabled = false;
        go.removeAttribute("aria-busy");
        if (error.code === "REDELIVERY_IN_PROGRESS") {
          started();
        }
      }
    };
    ask();
    return place;
  };
  return dialog("Send all failed callbacks that match?", content, { dismissable: () => !send.running() });
};

/**
 * The latest order of this environment: how far it is, or how it ended. Without one, the element is empty.
 *
 * @param ended called when it has ended while it was shown
 */
export const redeliveryProgress = (view, ended) => {
  let running = null;
  const place = live(
    view,
    async () =>
      (await api.get("/api/redeliveries", { query: { environment: view.environment, limit: 1 }, signal: view.signal })).data[0] ??
      null,
    (order) => {
      const wasRunning = running !== null && running === order?.id;
      running = order?.status === "running" ? order.id : null;
      if (wasRunning && !running) {
        ended();
      }
      return order && (running ? progress(view, order, () => place.again()) : result(order));
    },
    {
      isFinal: (order) => order?.status !== "running",
      told: (order) => (order ? sentence(order) : "Nothing is sent again"),
      loading: () => "",
    },
  );
  return place;
};

const matching = (order) =>
  conditions([
    ["event", order.event],
    ["HTTP code", order.code],
    ["endpoint", order.endpoint],
    ["reference", order.reference],
    ["transaction", order.transaction_id],
  ]);

const sentence = ({ status, redelivered, remaining }) => {
  if (status === "running") {
    return `${number(redelivered)} of ${number(redelivered + remaining)}${remaining >= COUNTED_MAX ? " or more" : ""} failed callbacks are sent again`;
  }
  const sent = `${count(redelivered, "failed callback")} ${redelivered === 1 ? "was" : "were"} sent again`;
  return status === "stopped" ? `Stopped: ${sent}` : sent;
};

const about = (order) =>
  h(
    "p",
    { class: "quiet small" },
    `Started by ${order.started_by}, `,
    time(order.created_at, { precise: true })[0],
    order.ended_at && [`, ${order.status === "stopped" ? "stopped" : "ended"} `, time(order.ended_at, { precise: true })[0]],
    matching(order) && ` \u2013 ${matching(order)}`,
  );

const progress = (view, order, again) =>
  h(
    "section",
    { class: "card padded", "aria-label": "Failed callbacks that are sent again" },
    h(
      "div",
      { class: "stack" },
      h("p", { role: "status" }, h("b", sentence(order))),
      h("progress", { max: Math.max(1, order.redelivered + order.remaining), value: order.redelivered, "aria-label": "Callbacks that are sent again" }),
      about(order),
      h("p", { class: "quiet small" }, "The service goes on when you leave this page."),
    ),
    view.mayWrite &&
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "button", on: { click: () => stop(order, again) } }, icon("close"), "Stop"),
      ),
  );

const stop = async (order, again) => {
  await confirm({
    title: "Stop sending failed callbacks again?",
    does: ["What was sent stays sent. The others stay failed, and can be sent again later."],
    action: "Stop it",
    keep: "Go on",
    run: () => api.post(`/api/redeliveries/${order.id}/stop`),
  });
  again();
};

const result = (order) =>
  Date.now() / 1000 - order.ended_at < SHOWN_SECONDS &&
  notice(order.status === "stopped" ? "info" : "success", h("p", h("b", sentence(order))), about(order));
