// Signing in, and the reason why it is needed.

import { api } from "../api.js";
import { h } from "../dom.js";
import { logo } from "../parts/icons.js";
import { notice } from "../parts/notice.js";
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
  RATE_LIMITED: ({ retryAfter }) =>
    `Too many attempts. Wait ${retryAfter ? wait(retryAfter) : "a while"}, then try again.`,
  SERVICE_UNAVAILABLE: ({ retryAfter }) =>
    `Too many users are signing in, or the service is busy. Try again in ${retryAfter ? wait(retryAfter) : "a moment"}.`,
};

/** Errors that do not concern the password: the field keeps it for a retry. */
const LATER = ["RATE_LIMITED", "SERVICE_UNAVAILABLE", "NOT_REACHED"];

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
      if (!LATER.includes(error.code)) {
        password.input.value = "";
      }
      throw error;
    }
  };
  const [tone, sentence] = REASONS[reason] ?? [];
  return h(
    "main",
    { class: "entrance", id: "content", tabindex: -1 },
    h("span", { class: "brand" }, logo(), h("span", { class: "word" }, "Tical")),
    h(
      "div",
      { class: "card" },
      h("h1", "Sign in"),
      tone && h("div", { role: "status" }, notice(tone, h("p", sentence))),
      form({ fields: [username, password], action: "Sign in", run, sentences: SENTENCES }),
    ),
    h("p", { class: "quiet small" }, "Your organization\u2019s owners add and remove people under Users."),
  );
};
