// The API keys of the environment, and creating one.

import { api } from "../api.js";
import { h } from "../dom.js";
import { endOfDay, today } from "../format.js";
import { chip } from "../parts/chip.js";
import { dialog, showSecret } from "../parts/dialog.js";
import { field, form } from "../parts/form.js";
import { empty, loaded, viewerNotice } from "../parts/notice.js";
import { scopesField } from "../parts/scopes-field.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";

export const keys = (view) => {
  const make = () =>
    h(
      "button",
      {
        type: "button",
        class: "button primary",
        disabled: !view.mayWrite,
        on: { click: () => create(view, () => list.again()) },
      },
      `Make a ${view.environment} key`,
    );
  const list = loaded(
    view,
    async () => (await api.get("/api/keys", { signal: view.signal })).data,
    (all) => {
      const mine = all.filter((key) => key.environment === view.environment);
      return mine.length
        ? rows(view, mine)
        : h(
            "div",
            { class: "card" },
            empty(
              `No ${view.environment} keys yet`,
              "Your system calls the API with a key. It is shown once, when you create it.",
              make(),
            ),
          );
    },
  );
  return {
    title: "API keys",
    lead: `Keys of ${view.environment} mode. Use the switch above to see the keys of ${view.environment === "test" ? "live" : "test"} mode.`,
    actions: make(),
    content: [viewerNotice(view), list],
  };
};

const SIGNING = { off: "Off", optional: "Not required yet", required: "Required" };

const rows = (view, data) =>
  table({
    caption: "API keys",
    rows: data,
    leads: (key) => view.href(`keys/${key.id}`),
    columns: [
      { title: "Name", place: "main", cell: (key) => h("span", { class: "clip" }, key.name) },
      { title: "Key", place: "lower", cell: (key) => h("code", { class: "one-line" }, `${key.prefix}\u2026`) },
      { title: "Status", place: "aside upper", cell: (key) => chip(key.status) },
      {
        title: "Signing",
        place: "at-medium narrow-off",
        cell: (key) => SIGNING[key.signing],
      },
      { title: "Created", place: "whole labelled", cell: (key) => time(key.created_at) },
      {
        title: "Expires",
        place: "at-large narrow-off",
        cell: (key) => (key.expires_at ? time(key.expires_at) : h("span", { class: "quiet" }, "Never")),
      },
    ],
  });

const LIFETIMES = [
  ["", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
  ["date", "At the end of a day\u2026"],
];

const create = async (view, again) => {
  const made = await dialog(`Make a ${view.environment} key`, (close) => {
    const place = loaded(
      view,
      async () => (await api.get("/api/scopes", { signal: view.signal })).data,
      (scopes) => keyForm(view, scopes, close),
    );
    return place;
  });
  if (made) {
    await showSecret({
      title: `Your new ${view.environment} key`,
      what: "Key",
      secret: made.key,
      use: "Send it as \u201cAuthorization: Bearer \u2026\u201d. Only addresses on the allowlist may use it.",
    });
    again();
  }
};

const keyForm = (view, scopes, close) => {
  const name = field({
    name: "name",
    label: "Name",
    maxlength: 100,
    autocomplete: "off",
    help: "What will use it, such as \u201cshop backend\u201d.",
  });
  const some = scopesField(scopes, view.environment);
  const date = field({ name: "date", label: "Last day", type: "date", min: today(), value: today(30) });
  date.node.hidden = true;
  const expiry = field({ name: "expires_at", label: "Expires", options: LIFETIMES });
  expiry.input.addEventListener("change", () => {
    date.node.hidden = expiry.value() !== "date";
  });
  const run = async (values) => {
    if (!values.name.trim()) {
      name.wrong("Give it a name");
      name.input.focus();
      return;
    }
    if (values.scopes.length === 0) {
      some.wrong("Choose at least one scope: a key without scopes could do nothing");
      some.input.focus();
      return;
    }
    const { data } = await api.post("/api/keys", {
      environment: view.environment,
      name: values.name.trim(),
      scopes: values.scopes,
      ...(values.expires_at && { expires_at: expiryOf(values) }),
    });
    close(data);
  };
  requestAnimationFrame(() => name.input.focus());
  return form({ fields: [name, some, expiry, date], action: "Make the key", run, cancel: close });
};

const expiryOf = ({ expires_at: lifetime, date }) =>
  lifetime === "date" ? endOfDay(date) : Math.floor(Date.now() / 1000) + Number(lifetime) * 86_400;
