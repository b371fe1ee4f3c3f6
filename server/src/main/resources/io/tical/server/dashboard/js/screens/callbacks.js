// The callback endpoints, their status, and the delivery log.

import { api } from "../api.js";
import { h } from "../dom.js";
import { duration, number, second, words } from "../format.js";
import { KINDS } from "../kinds.js";
import { announce } from "../parts/announce.js";
import { endpointHead } from "../parts/chip.js";
import { copyButton } from "../parts/copy.js";
import { confirm, dialog, showSecret } from "../parts/dialog.js";
import { choices, field, form } from "../parts/form.js";
import { loaded, notice, problem, viewerNotice } from "../parts/notice.js";
import { facts, time } from "../parts/values.js";
import { deliveryLog } from "./delivery-log.js";

const FORMS = {
  auto: [
    "Automatic",
    "Depends on how the transaction was created: the envelope with order_ref, the transaction with merchant_ref_id.",
  ],
  envelope: ["Envelope", "Always id, event, livemode, created_at and data."],
  transaction: ["Transaction", "Always the transaction itself."],
};

export const callbacks = (view) => {
  const endpoints = loaded(
    view,
    async () => (await api.get("/api/callbacks", { query: { environment: view.environment }, signal: view.signal })).data,
    (all) =>
      h(
        "div",
        { class: KINDS.length > 1 ? "columns halves" : "blocks" },
        all
          .filter(({ kind }) => KINDS.some((one) => one.kind === kind))
          .map((one) => endpointCard(view, one, () => endpoints.again())),
      ),
  );
  return {
    title: "Callbacks",
    lead: "Tical sends the outcome of a transaction to your system in a signed POST request. Test and live use the same addresses; livemode in the body distinguishes them.",
    content: [viewerNotice(view), endpoints, sources(view), deliveryLog(view)],
  };
};

/** From where callbacks come, for the firewalls of merchants. */
const sources = (view) =>
  loaded(
    view,
    async () => (await api.get("/api/callback-sources", { signal: view.signal })).data.sources,
    (addresses) =>
      h(
        "section",
        { class: "card padded" },
        h("h2", "Source addresses"),
        addresses.length
          ? [
              h("p", { class: "quiet" }, "Callbacks come from these addresses. If your firewall is closed, open it for them."),
              h(
                "ul",
                { class: "entries" },
                addresses.map((address) => h("li", h("code", address), copyButton(address, "Address"))),
              ),
            ]
          : h(
              "p",
              { class: "quiet" },
              "The operator of the service has not named the addresses from which callbacks come. Ask before you close your firewall.",
            ),
      ),
  );

const NAMES = { payin: "Payin callbacks", payout: "Payout callbacks" };

/** The statuses that an accepted test event changes. */
const TO_BE_TRIED = ["untried", "failing", "suspended"];

const endpointCard = (view, endpoint, again) => {
  const result = h("div", { "aria-live": "polite" });
  const set = endpoint.status !== "unset";
  const button = (name, does, kind = "") =>
    h("button", { type: "button", class: `button ${kind}`, disabled: !view.mayWrite, on: { click: does } }, name);
  return h(
    "section",
    { class: "card padded", "data-endpoint": endpoint.kind },
    endpointHead(h("h2", NAMES[endpoint.kind]), endpoint),
    explain(view, endpoint),
    set
      ? [
          h("code", { class: "endpoint-url" }, endpoint.url),
          facts([
            ["Form", FORMS[endpoint.form]?.[0] ?? words(endpoint.form)],
            ["Last accepted", endpoint.last_success_at ? time(endpoint.last_success_at, { precise: true }) : "None yet"],
            ["Signing secret", "Shown once, when it was created"],
            endpoint.previous_secret_until && ["Old secret", ["Valid until ", time(endpoint.previous_secret_until)]],
          ]),
        ]
      : h("p", { class: "quiet" }, `No address is set: no callbacks are sent for your ${endpoint.kind}s.`),
    result,
    h(
      "div",
      { class: "actions" },
      set
        ? [
            button(
              "Send a test event",
              (event) => ping(endpoint, event.currentTarget, result, again),
              TO_BE_TRIED.includes(endpoint.status) ? "primary" : "",
            ),
            button("Change", () => edit(endpoint, again)),
            button("Rotate secret", () => rotate(endpoint, again)),
            button("Remove", () => remove(endpoint, again), "danger"),
          ]
        : button("Set the address", () => edit(endpoint, again), "primary"),
    ),
  );
};

const explain = (view, endpoint) => {
  switch (endpoint.status) {
    case "untried":
      return notice("info", h("p", "Your server has not accepted a callback at this address yet. Send a test event to try it."));
    case "partly_failing":
      return notice(
        "warning",
        h(
          "p",
          `Of the ${number(endpoint.recent_deliveries)} ${view.environment} callbacks sent to this address in the last 24 hours, your server did not accept ${number(endpoint.recent_failures)}.`,
        ),
        h("p", "Read your server's answers in the log below."),
      );
    case "failing":
      return notice(
        "failure",
        h(
          "p",
          `Since ${second(endpoint.failing_since)} your server has not accepted a ${view.environment} callback. A callback answered with 4xx is not retried, every other up to 20 times. After 120 hours without success the endpoint is suspended.`,
        ),
        h("p", "Read your server's answers in the log below, and send a test event when your server is fixed."),
      );
    case "suspended":
      return notice(
        "warning",
        h(
          "p",
          `Suspended since ${second(endpoint.suspended_at)}, test and live: no callback was accepted for 120 hours. Callbacks wait for up to 30 days.`,
        ),
        h("p", "Fix your server, then send a test event. When it is accepted, all waiting callbacks are sent."),
      );
    default:
      return null;
  }
};

const edit = (endpoint, again) =>
  dialog(
    endpoint.url ? `Change ${NAMES[endpoint.kind].toLowerCase()}` : `Set ${NAMES[endpoint.kind].toLowerCase()}`,
    (close) => {
      const url = field({
        name: "url",
        label: "URL",
        type: "url",
        value: endpoint.url ?? "",
        placeholder: "https://shop.example/callbacks",
        maxlength: 2048,
        autocomplete: "off",
        spellcheck: "false",
        help: "Your server must answer 2xx within 15 seconds. Redirects are not followed.",
      });
      const shape = choices({
        name: "form",
        label: "Form of the body",
        chosen: endpoint.form,
        options: Object.entries(FORMS).map(([value, [name, text]]) => [value, name, text]),
      });
      const run = async (values) => {
        const { data } = await api.put(`/api/callbacks/${endpoint.kind}`, { ...values, version: endpoint.version });
        close(true);
        if (data.signing_secret) {
          await revealSecret("The signing secret", data.signing_secret);
        } else if (!endpoint.url) {
          await earlierSecret(endpoint);
        }
        announce("The address is saved");
        again();
      };
      const reload = () => {
        close();
        again();
      };
      return form({ fields: [url, shape], action: "Save", run, cancel: close, again: reload });
    },
  );

const revealSecret = (title, secret) =>
  showSecret({
    title,
    what: "Signing secret",
    secret,
    use: "Your server checks the signature of every callback with it.",
  });

/** The secret of an endpoint that the first start of the service made, before it had an address. */
const earlierSecret = (endpoint) =>
  dialog("The address is saved", (close) => [
    notice(
      "info",
      h(
        "p",
        "The signing secret of this endpoint was made at the first start of the service, which wrote it to ",
        h("code", "credentials.json"),
        " in its home folder as ",
        h("code", `${endpoint.kind}_webhook_secret`),
        ". It is valid, and it is not shown again.",
      ),
    ),
    h("p", "Whoever installed the service has that file. Without it, rotate the secret: the new one is shown once."),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "button primary", autofocus: true, on: { click: () => close(true) } }, "Understood"),
    ),
  ]);

const rotate = async (endpoint, again) => {
  const made = await confirm({
    title: "Rotate the signing secret?",
    does: [
      "A new secret is created and shown once.",
      "For 24 hours callbacks have signatures of both secrets, so that your server can switch without missing one. After that the old secret is invalid.",
    ],
    action: "Rotate the secret",
    keep: "Keep the secret",
    run: async () => (await api.post(`/api/callbacks/${endpoint.kind}/rotate`, { version: endpoint.version })).data,
    again,
  });
  if (made) {
    await revealSecret("The new signing secret", made.signing_secret);
    again();
  }
};

const remove = async (endpoint, again) => {
  const done = await confirm({
    title: `Remove ${NAMES[endpoint.kind].toLowerCase()}?`,
    does: [
      `Nothing more is sent to ${endpoint.url}. Waiting callbacks are not sent, and the signing secret is deleted.`,
      `Your system must then read from the API the status of its ${endpoint.kind}s.`,
    ],
    action: "Remove the address",
    keep: "Keep the address",
    run: async () =>
      (await api.delete(`/api/callbacks/${endpoint.kind}`, { query: { version: endpoint.version } })).data,
    again,
  });
  if (done) {
    announce("The address is removed");
    again();
  }
};

const ping = async (endpoint, button, result, again) => {
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    const { data } = await api.post(`/api/callbacks/${endpoint.kind}/ping`);
    if (data.delivered && TO_BE_TRIED.includes(endpoint.status)) {
      announce(`Delivered: your server answered ${data.status_code}`);
      again();
      return;
    }
    result.replaceChildren(pinged(data));
  } catch (error) {
    result.replaceChildren(problem(error));
  } finally {
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
};

const pinged = ({ delivered, status_code: status, duration_ms: took, error }) => {
  if (delivered) {
    return notice("success", h("p", h("b", "Delivered. "), `Your server answered ${status} in ${duration(took)}.`));
  }
  return status === null
    ? notice(
        "failure",
        h("p", h("b", "Not delivered: "), `${error}. `),
        h("p", "Check that the address is right and that your server can be reached from here."),
      )
    : notice(
        "failure",
        h("p", h("b", `Your server answered ${status}. `), `It took ${duration(took)}. Only 2xx counts as accepted.`),
      );
};
