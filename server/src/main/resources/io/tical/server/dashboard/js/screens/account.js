// The user's own account: the password, two-step sign-in, passkeys, and where the user is signed in.

import { passkeys } from "../account/passkeys.js";
import { sessions } from "../account/sessions.js";
import { twoStep } from "../account/two-step.js";
import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { field, form } from "../parts/form.js";

export const account = (view) => ({
  title: "Your account",
  lead: `You are signed in as ${view.session.username}.`,
  content: h("div", { class: "blocks" }, h("div", { class: "columns halves" }, password(view), h("div", { class: "blocks" }, twoStep(view), passkeys(view))), sessions(view)),
});

const password = (view) => {
  const current = field({
    name: "current_password",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    reveal: true,
  });
  const chosen = field({
    name: "password",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    reveal: true,
    help: "At least 12 characters. A few unrelated words are easy to keep and hard to guess.",
  });
  const name = h("input", {
    type: "text",
    name: "username",
    autocomplete: "username",
    value: view.session.username,
    hidden: true,
  });
  const run = async (values) => {
    if ([...values.password.normalize("NFKC")].length < 12) {
      chosen.wrong("The new password must have at least 12 characters");
      chosen.input.focus();
      return;
    }
    await api.put("/api/password", values);
    announce("Your password is changed");
    view.go("");
  };
  return h(
    "section",
    { class: "card padded" },
    h("h2", "Password"),
    h("p", { class: "quiet" }, "After a change you stay signed in here; everywhere else you are signed out."),
    form({ fields: [current, chosen], more: name, action: "Change the password", run }),
  );
};
