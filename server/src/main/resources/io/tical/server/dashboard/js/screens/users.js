// The users of this organization.

import { api } from "../api.js";
import { manageSignIn } from "../account/of-user.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { announce } from "../parts/announce.js";
import { confirm, dialog, showSecret } from "../parts/dialog.js";
import { choices, field, form } from "../parts/form.js";
import { zoneNote } from "../parts/list.js";
import { loaded, viewerNotice } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";

const ROLES = [
  ["owner", "Owner", "Can read and change everything, including users."],
  ["viewer", "Viewer", "Can read everything except secrets, and change nothing."],
];

export const users = (view) => {
  const list = loaded(
    view,
    async () => (await api.get("/api/users", { signal: view.signal })).data,
    (all) => [rows(view, all, () => list.again()), h("div", { class: "table-foot" }, zoneNote())],
  );
  return {
    title: "Users",
    lead: "The users of your organization who can sign in.",
    actions: h(
      "button",
      {
        type: "button",
        class: "button primary",
        disabled: !view.mayWrite,
        on: { click: () => add(() => list.again()) },
      },
      "Add a user",
    ),
    content: [viewerNotice(view), list],
  };
};

const rows = (view, all, again) =>
  table({
    caption: "Users",
    rows: all,
    columns: [
      {
        title: "Username",
        place: "main",
        cell: (user) => [h("b", user.username), user.you && h("span", { class: "quiet" }, " (you)")],
      },
      { title: "Role", place: "lower", cell: (user) => words(user.role) },
      {
        title: "Last signed in",
        place: "whole labelled",
        cell: (user) => (user.last_sign_in_at ? time(user.last_sign_in_at) : h("span", { class: "quiet" }, "Never")),
      },
      { title: "Added", place: "at-medium narrow-off", cell: (user) => time(user.created_at) },
      {
        title: h("span", { class: "unseen" }, "Actions"),
        right: true,
        place: "aside upper",
        cell: (user) =>
          user.you
            ? h("a", { class: "button", href: view.href("account") }, "Your account")
            : h(
                "div",
                { class: "row-actions" },
                h(
                  "button",
                  {
                    type: "button",
                    class: "button plain",
                    "aria-label": `Sign-in of ${user.username}`,
                    disabled: !view.mayWrite,
                    on: { click: () => manageSignIn(user, again) },
                  },
                  "Sign-in",
                ),
                h(
                  "button",
                  {
                    type: "button",
                    class: "button plain danger",
                    "aria-label": `Remove ${user.username}`,
                    disabled: !view.mayWrite,
                    on: { click: () => remove(user, again) },
                  },
                  "Remove",
                ),
              ),
      },
    ],
  });

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

/** Twenty unambiguous characters: about 116 bits. */
const password = () => {
  let text = "";
  while (text.length < 20) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    text += byte < 224 ? LETTERS[byte % LETTERS.length] : "";
  }
  return text;
};

const add = async (again) => {
  const made = await dialog("Add a user", (close) => {
    const username = field({
      name: "username",
      label: "Username",
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: 64,
    });
    const role = choices({ name: "role", label: "Role", options: ROLES, chosen: "viewer" });
    const run = async (values) => {
      if (!values.username.trim()) {
        username.wrong("Enter a username");
        username.input.focus();
        return;
      }
      const first = password();
      await api.post("/api/users", { username: values.username.trim(), password: first, role: values.role });
      close({ username: values.username.trim(), first });
    };
    return form({
      fields: [username, role],
      more: h(
        "p",
        { class: "quiet" },
        "An initial password is generated and shown once. The user can change it after signing in.",
      ),
      action: "Add the user",
      run,
      cancel: close,
    });
  });
  if (made) {
    await showSecret({
      title: `The initial password of ${made.username}`,
      what: "Password",
      secret: made.first,
      use: "Send it to the user securely, and ask them to change it after signing in.",
    });
    again();
  }
};

const remove = async (user, again) => {
  const done = await confirm({
    title: `Remove ${user.username}?`,
    does: [`${user.username} is signed out everywhere and cannot sign in again. API keys are not affected.`],
    action: "Remove the user",
    keep: "Keep the user",
    run: () => api.delete(`/api/users/${user.id}`),
  });
  if (done) {
    announce(`${user.username} is removed`);
    again();
  }
};
