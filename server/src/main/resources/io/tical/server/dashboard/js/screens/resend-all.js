// Sends all failed callbacks that match the filters of the log again, batch by batch.

import { api } from "../api.js";
import { h } from "../dom.js";
import { count, number } from "../format.js";
import { announce } from "../parts/announce.js";
import { dialog } from "../parts/dialog.js";
import { notice, problem } from "../parts/notice.js";

/** The service counts no further. */
const COUNTED_MAX = 10_000;

const told = (value) => `${value >= COUNTED_MAX ? "at least " : ""}${count(value, "failed callback")}`;

/** @param done called when some were sent */
export const resendAll = async (view, fields, done) => {
  const chosen = fields.filter(({ name }) => name !== "status" && view.query.get(name));
  const query = {
    environment: view.environment,
    ...Object.fromEntries(chosen.map(({ name }) => [name, view.query.get(name)])),
  };
  const post = async (body) => (await api.post("/api/deliveries/redeliver", body, { query })).data;
  let sent = 0;
  let running = false;

  const content = (close) => {
    const place = h("div", { class: "stack" }, h("p", { class: "quiet" }, "Counting the failed callbacks that match\u2026"));
    const button = (kind, text, click) => h("button", { type: "button", class: `button ${kind}`, on: { click } }, text);
    const failed = (error) =>
      place.replaceChildren(
        problem(error),
        sent > 0 && h("p", `${count(sent, "callback")} of them ${sent === 1 ? "is" : "are"} being sent again.`),
        h("div", { class: "actions" }, button("primary", "Close", () => close())),
      );
    const ask = async () => {
      try {
        const first = await post({});
        if (first.remaining === 0) {
          place.replaceChildren(
            notice("info", h("p", "No failed callback matches these filters, or its address is not set.")),
            h("div", { class: "actions" }, button("primary", "Close", () => close())),
          );
          return;
        }
        place.replaceChildren(
          h(
            "p",
            chosen.length ? "These filters match " : "Without a filter, there are ",
            h("b", told(first.remaining)),
            ` of ${view.environment} mode${chosen.length ? `: ${chosen.map(({ label, name }) => `${label} ${view.query.get(name)}`).join(", ")}` : ""}.`,
          ),
          h("p", "Each is sent with the same body and the same id to the address that is set now. Your server can recognize the id if it has processed it before."),
          h(
            "div",
            { class: "actions" },
            button("danger", "Send them again", () => run(first)),
            button("primary", "Cancel", () => close()),
          ),
        );
        place.querySelector(".primary").focus();
      } catch (error) {
        failed(error);
      }
    };
    const run = async ({ remaining, next }) => {
      running = true;
      const total = remaining;
      const bar = h("progress", { max: total, value: 0, "aria-label": "Callbacks that are sent again" });
      const line = h("p", { role: "status" }, `0 of ${number(total)}`);
      const stop = button("", "Stop", () => (running = false));
      place.replaceChildren(bar, line, h("div", { class: "actions" }, stop));
      stop.focus();
      try {
        let position = next;
        while (running && position) {
          const batch = await post({ position });
          sent += batch.redelivered;
          position = batch.next;
          bar.max = Math.max(total, sent + batch.remaining);
          bar.value = sent;
          line.textContent = `${number(sent)} of ${number(sent + batch.remaining)}${batch.remaining >= COUNTED_MAX ? " or more" : ""}`;
        }
        close(true);
      } catch (error) {
        failed(error);
      } finally {
        running = false;
      }
    };
    ask();
    return place;
  };

  await dialog("Send all failed callbacks that match?", content, { dismissable: () => !running });
  if (sent > 0) {
    announce(`${count(sent, "callback")} ${sent === 1 ? "is" : "are"} sent again`);
    done();
  }
};
