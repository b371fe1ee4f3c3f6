// What an owner does about the sign-in of another user.

import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { dialog } from "../parts/dialog.js";
import { problem } from "../parts/notice.js";

/** @param again called after a change */
export const manageSignIn = (user, again) =>
  dialog(`Sign-in of ${user.username}`, (close) => {
    const wrong = h("div", { class: "went-wrong" });
    const strong = user.second_factor || user.passkeys > 0;
    const act = (text, path, said) =>
      h(
        "button",
        {
          type: "button",
          class: "button danger",
          on: {
            click: async ({ currentTarget: button }) => {
              button.disabled = true;
              wrong.replaceChildren();
              try {
                announce(said((await api.delete(path)).data));
                close(true);
                again();
              } catch (error) {
                wrong.replaceChildren(problem(error));
                button.disabled = false;
              }
            },
          },
        },
        text,
      );
    return [
      choice(
        "Sessions",
        "Sign the user out in every browser. The password stays as it is.",
        act("Sign out everywhere", `/api/users/${user.id}/sessions`, ({ ended }) => `${ended} ${ended === 1 ? "session" : "sessions"} ended`),
      ),
      choice(
        "Two-step sign-in and passkeys",
        strong
          ? "Remove the authenticator app and the passkeys of a user who lost a device. From then on the password alone signs in."
          : "The user has neither an authenticator app nor passkeys.",
        strong &&
          act("Reset two-step sign-in", `/api/users/${user.id}/second-factor`, () => "Two-step sign-in is reset"),
      ),
      wrong,
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", class: "button primary", autofocus: true, on: { click: () => close() } }, "Close"),
      ),
    ];
  });

const choice = (title, text, button) => h("div", { class: "stack manage" }, h("h3", title), h("p", { class: "quiet" }, text), button);
