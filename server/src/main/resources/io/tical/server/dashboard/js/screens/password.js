// Changes the user's own password.

import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { field, form } from "../parts/form.js";

export const password = (view) => {
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
    if ([...values.password].length < 12) {
      chosen.wrong("The new password must have at least 12 characters");
      chosen.input.focus();
      return;
    }
    await api.put("/api/password", values);
    announce("Your password is changed");
    view.go("");
  };
  return {
    title: "Change password",
    lead: "You stay signed in here; everywhere else you are signed out.",
    content: h(
      "div",
      { class: "columns halves" },
      h(
        "div",
        { class: "card padded" },
        form({ fields: [current, chosen], more: name, action: "Change the password", run }),
      ),
    ),
  };
};
