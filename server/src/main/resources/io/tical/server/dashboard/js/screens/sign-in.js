// Signing in, and the reason why it is needed.

import { explained } from "../account/passkeys.js";
import { codeField, missing as isMissing } from "../account/two-step.js";
import { api } from "../api.js";
import { h } from "../dom.js";
import { logo } from "../parts/icons.js";
import { notice, problem } from "../parts/notice.js";
import { missingPasskeys, signWithPasskey } from "../webauthn.js";
import { field, form } from "../parts/form.js";

const REASONS = {
  ended: ["info", "Your session has ended. Sign in to continue."],
  left: ["success", "You have signed out."],
  password: ["success", "Your password is changed."],
};

const wait = (seconds) =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? "a second" : `${seconds} seconds`;

const SENTENCES = {
  CREDENTIALS_INVALID: () => "The username or the password is wrong.",
  PASSKEY_INVALID: () => "The passkey was not accepted. It may have been removed. Sign in with your password.",
  SECOND_FACTOR_INVALID: () => "The code is wrong, or was used before. Wait until the app shows the next one.",
  RATE_LIMITED: ({ retryAfter }) =>
    `Too many attempts. Wait ${retryAfter ? wait(retryAfter) : "a while"}, then try again.`,
  SERVICE_UNAVAILABLE: ({ retryAfter }) =>
    `Too many users are signing in, or the service is busy. Try again in ${retryAfter ? wait(retryAfter) : "a moment"}.`,
};

/** Errors that do not concern the password: the field keeps it for a retry. */
const LATER = ["RATE_LIMITED", "SERVICE_UNAVAILABLE", "NOT_REACHED"];

/** The other way to sign in, for browsers that have it. */
const withPasskey = (signedIn) => {
  const wrong = h("div", { class: "went-wrong" });
  const button = h("button", { type: "button", class: "button" }, "Sign in with a passkey");
  button.addEventListener("click", async () => {
    button.disabled = true;
    wrong.replaceChildren();
    try {
      const { data } = await api.post("/api/session/passkey/options", {}, { quiet: true });
      let credential;
      try {
        credential = await signWithPasskey(data);
      } catch (error) {
        throw explained(error);
      }
      await signedIn((await api.post("/api/session/passkey", { credential }, { quiet: true })).data);
    } catch (error) {
      const sentence = SENTENCES[error.code];
      wrong.replaceChildren(sentence ? notice("failure", h("p", { role: "alert" }, sentence(error))) : problem(error));
    } finally {
      button.disabled = false;
    }
  });
  return h("div", { class: "other-way" }, wrong, button);
};

/** @param signedIn called with the session */
export const signIn = (reason, signedIn) => {
  const username = field({
    name: "username",
    label: "Username",
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
    required: true,
  });
  const password = field({
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    reveal: true,
  });
  const run = async (values) => {
    const missing = [username, password].filter((one) => !one.value());
    if (missing.length) {
      missing.forEach((one) => one.wrong(`Enter your ${one.label.toLowerCase()}`));
      missing[0].input.focus();
      return;
    }
    try {
      await signedIn((await api.post("/api/session", values, { quiet: true })).data);
    } catch (error) {
      if (error.code === "SECOND_FACTOR_REQUIRED") {
        secondStep(values);
        return;
      }
      if (!LATER.includes(error.code)) {
        password.input.value = "";
      }
      throw error;
    }
  };
  const [tone, sentence] = REASONS[reason] ?? [];
  const card = h("div", { class: "card" });
  const firstStep = (...more) => [
    h("h1", "Sign in"),
    more,
    form({ fields: [username, password], action: "Sign in", run, sentences: SENTENCES }),
    !missingPasskeys() && passkey,
  ];
  const passkey = withPasskey(signedIn);
  const secondStep = (values) => {
    const code = codeField("From your authenticator app, or one of your recovery codes.");
    const send = async ({ code: typed }) => {
      if (!isMissing(code, "Enter the code")) {
        await signedIn((await api.post("/api/session", { ...values, code: typed }, { quiet: true })).data);
      }
    };
    const startAgain = () => {
      password.input.value = "";
      card.replaceChildren(...firstStep().flat().filter(Boolean));
      username.input.focus();
    };
    card.replaceChildren(
      h("h1", "Enter your code"),
      form({ fields: [code], action: "Sign in", run: send, sentences: SENTENCES }),
      h("button", { type: "button", class: "button plain again", on: { click: startAgain } }, "Sign in as somebody else"),
    );
    code.input.focus();
  };
  card.append(...firstStep(tone && h("div", { role: "status" }, notice(tone, h("p", sentence)))).flat().filter(Boolean));
  return h(
    "main",
    { class: "entrance", id: "content", tabindex: -1 },
    h("span", { class: "brand" }, logo(), h("span", { class: "word" }, "Tical")),
    card,
    h("p", { class: "quiet small" }, "Your organization\u2019s owners add and remove people under Users."),
  );
};
