// Two-step sign-in: setting up an authenticator app, its recovery codes, and turning it off.

import { api } from "../api.js";
import { h, svg } from "../dom.js";
import { announce } from "../parts/announce.js";
import { bigCopyButton, copyable } from "../parts/copy.js";
import { dialog } from "../parts/dialog.js";
import { field, form } from "../parts/form.js";
import { icon } from "../parts/icons.js";
import { loaded, notice } from "../parts/notice.js";
import { time } from "../parts/values.js";

/** The field for a code; a recovery code fits too. */
export const codeField = (help) =>
  field({
    name: "code",
    label: "Code",
    help,
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 32,
    required: true,
    class: "code",
  });

/** Reports what is missing; returns whether something is. */
export const missing = (one, sentence) => {
  if (one.value().trim()) {
    return false;
  }
  one.wrong(sentence);
  one.input.focus();
  return true;
};

export const twoStep = (view) => {
  const state = loaded(
    view,
    async () => (await api.get("/api/second-factor", { signal: view.signal })).data,
    (found) => (found.enabled ? on(found, () => state.again()) : off(() => state.again())),
    { loading: () => h("p", { class: "quiet" }, "Loading") },
  );
  return h("section", { class: "card padded" }, h("h2", "Two-step sign-in"), state);
};

const button = (text, click, look = "") =>
  h("button", { type: "button", class: `button ${look}`.trim(), on: { click } }, text);

const off = (again) =>
  h(
    "div",
    { class: "stack apart" },
    h("p", "After your password, signing in also asks for a code of an app on your phone. A password alone then cannot sign in."),
    h("div", { class: "actions" }, button("Set up two-step sign-in", () => setUp(again))),
  );

const on = (found, again) => {
  const left = found.recovery_codes;
  return h(
    "div",
    { class: "stack apart" },
    notice("success", h("p", h("b", "On"), " since ", time(found.confirmed_at))),
    h(
      "p",
      { class: left < 3 ? null : "quiet" },
      left === 0 ? "You have no recovery codes left." : `${left} of 10 recovery codes are left.`,
      " If you lose your phone, use a recovery code instead of the app.",
    ),
    h(
      "div",
      { class: "actions" },
      button("New recovery codes", () => renew(again)),
      button("Turn off", () => turnOff(again), "danger"),
    ),
  );
};

const setUp = async (again) => {
  const enrolment = await askPassword({
    title: "Set up two-step sign-in",
    run: (password) => api.post("/api/second-factor", { password }),
  });
  const codes = enrolment && (await scan(enrolment));
  if (codes) {
    announce("Two-step sign-in is on");
    await showCodes(codes);
    again();
  }
};

/**
 * Asks for the password of the signed-in user; returns the answer to what needs it.
 *
 * @param more further fields
 * @param read whether these are filled in
 */
/**
 * @param {object} given
 * @param {string} given.title
 * @param {import("../parts/form.js").Field[]} [given.more]
 * @param {() => boolean} [given.read] whether the other fields are complete
 * @param {(password: string) => Promise<any>} given.run
 */
export const askPassword = ({ title, more = [], read = () => true, run }) =>
  dialog(title, (close) => {
    const password = field({
      name: "password",
      label: "Your password",
      type: "password",
      autocomplete: "current-password",
      required: true,
      reveal: true,
    });
    const send = async () => {
      if (!read() || missing(password, "Enter your password")) {
        return;
      }
      close((await run(password.value())).data);
    };
    return form({ fields: [...more, password], action: "Continue", run: send, cancel: close });
  });

const scan = (enrolment) =>
  dialog("Connect your authenticator app", (close) => {
    const code = codeField("Six digits, as the app shows them now.");
    code.input.setAttribute("inputmode", "numeric");
    code.input.setAttribute("autofocus", "");
    const run = async (values) => {
      if (!missing(code, "Enter the code that the app shows")) {
        close((await api.post("/api/second-factor/confirm", values)).data.recovery_codes);
      }
    };
    return [
      h("p", "Scan this with an authenticator app, then enter the code that it shows."),
      h(
        "div",
        { class: "enrolment" },
        qrCode(enrolment.qr),
        h(
          "div",
          { class: "stack" },
          h("p", { class: "quiet" }, "If you cannot scan it, type this key into the app:"),
          copyable(enrolment.secret.match(/.{1,4}/g).join(" "), "Key"),
        ),
      ),
      form({ fields: [code], action: "Turn on", run, cancel: close }),
    ];
  });

const qrCode = ({ side, path }) =>
  svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": "QR code", "shape-rendering": "crispEdges" },
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );

const showCodes = (codes) => {
  let copied = false;
  return dialog(
    "Your recovery codes",
    (close) => {
      const copy = bigCopyButton(codes.join("\n"), "Recovery codes", (pressed) => {
        copied = true;
        pressed.replaceChildren(icon("done"), "Copied");
      });
      copy.setAttribute("autofocus", "");
      return [
        notice("warning", h("p", h("b", "They are not shown again. "), "Store them apart from your phone.")),
        h("ul", { class: "secret codes" }, codes.map((code) => h("li", h("code", code)))),
        h("p", { class: "quiet" }, "Each one signs you in once, together with your password."),
        h(
          "div",
          { class: "actions" },
          copy,
          h("button", { type: "button", class: "button primary", on: { click: () => close(true) } }, "I have stored them"),
        ),
      ];
    },
    { dismissable: () => copied },
  );
};

const withCode = ({ title, does, action, path, danger = false }) =>
  dialog(title, (close) => {
    const code = codeField("From your authenticator app, or a recovery code.");
    const run = async (values) => {
      if (!missing(code, "Enter a code")) {
        close((await api.post(path, values)).data);
      }
    };
    const shown = form({ fields: [code], action, run, cancel: close });
    if (danger) {
      const submit = shown.querySelector("[type=submit]");
      submit?.classList.replace("primary", "danger");
    }
    return [h("p", does), shown];
  });

const renew = async (again) => {
  const answer = await withCode({
    title: "New recovery codes",
    does: "The recovery codes that you have are no longer valid then.",
    action: "Make new codes",
    path: "/api/second-factor/recovery-codes",
  });
  if (answer) {
    await showCodes(answer.recovery_codes);
    again();
  }
};

const turnOff = async (again) => {
  const answer = await withCode({
    title: "Turn off two-step sign-in",
    does: "From then on your password alone signs you in.",
    action: "Turn off",
    path: "/api/second-factor/disable",
    danger: true,
  });
  if (answer) {
    announce("Two-step sign-in is off");
    again();
  }
};
