// The user's passkeys: adding and removing them.

import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { confirm } from "../parts/dialog.js";
import { field } from "../parts/form.js";
import { loaded, notice } from "../parts/notice.js";
import { time } from "../parts/values.js";
import { makePasskey, missingPasskeys, passkeyProblem } from "../webauthn.js";
import { askPassword, missing } from "./two-step.js";

export const passkeys = (view) => {
  const reason = missingPasskeys();
  const list = loaded(
    view,
    async () => (await api.get("/api/passkeys", { signal: view.signal })).data,
    (found) => (found.length ? rows(found, () => list.again()) : h("p", { class: "quiet" }, "You have no passkeys.")),
    { loading: () => h("p", { class: "quiet" }, "Loading") },
  );
  return h(
    "section",
    { class: "card padded" },
    h("h2", "Passkeys"),
    h("p", { class: "quiet" }, "A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password and a code."),
    list,
    reason
      ? notice("info", h("p", reason))
      : h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "button", on: { click: () => add(() => list.again()) } }, "Add a passkey"),
        ),
  );
};

const rows = (found, again) =>
  h(
    "ul",
    { class: "passkeys" },
    found.map((one) =>
      h(
        "li",
        h(
          "div",
          h("b", one.name),
          h("span", { class: "quiet small" }, "At ", one.host, ", added ", time(one.created_at)),
          h("span", { class: "quiet small" }, one.last_used_at ? ["Last used ", time(one.last_used_at)] : "Not used yet"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "button plain danger",
            "aria-label": `Remove the passkey ${one.name}`,
            on: { click: () => remove(one, again) },
          },
          "Remove",
        ),
      ),
    ),
  );

const add = async (again) => {
  const name = field({
    name: "name",
    label: "Name",
    help: "How you recognize the device, such as Work laptop.",
    autocomplete: "off",
    maxlength: 64,
    required: true,
  });
  const made = await askPassword({
    title: "Add a passkey",
    more: [name],
    read: () => !missing(name, "Enter a name"),
    run: async (password) => {
      const { data } = await api.post("/api/passkeys/options", { password });
      let credential;
      try {
        credential = await makePasskey(data);
      } catch (error) {
        throw explained(error);
      }
      return api.post("/api/passkeys", { name: name.value().trim(), credential });
    },
  });
  if (made) {
    announce("The passkey is added");
    again();
  }
};

/** The error of the browser with a sentence, as forms show it. */
export const explained = (error) => {
  const sentence = passkeyProblem(error);
  return sentence ? Object.assign(new Error(sentence), { code: "PASSKEY_NOT_USED", fields: [] }) : error;
};

const remove = async (one, again) => {
  const done = await confirm({
    title: `Remove the passkey ${one.name}?`,
    does: ["It no longer signs you in. Remove it from your device too."],
    action: "Remove the passkey",
    keep: "Keep the passkey",
    run: () => api.delete(`/api/passkeys/${one.id}`),
  });
  if (done) {
    announce("The passkey is removed");
    again();
  }
};
