// One API key: scopes, request signing, replacement and revocation.

import { api, ApiError } from "../api.js";
import { h } from "../dom.js";
import { number, second } from "../format.js";
import { announce } from "../parts/announce.js";
import { chip } from "../parts/chip.js";
import { shortId } from "../parts/copy.js";
import { confirm, showSecret } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { zoneNote } from "../parts/list.js";
import { loaded, notice, viewerNotice } from "../parts/notice.js";
import { facts, time } from "../parts/values.js";

export const keyScreen = (view) => {
  const place = loaded(
    view,
    () => ask(view),
    ({ key, scopes }) => show(view, key, scopes, () => place.again()),
    { explain: (error) => error.status === 404 && h("a", { class: "button", href: view.href("keys") }, "All keys") },
  );
  return {
    title: "API key",
    back: h("a", { class: "back", href: view.href("keys") }, icon("left"), "API keys"),
    content: [viewerNotice(view), place],
  };
};

const ask = async (view) => {
  const options = { signal: view.signal };
  const [keys, scopes] = await Promise.all([api.get("/api/keys", options), api.get("/api/scopes", options)]);
  const key = keys.data.find(({ id }) => id === view.params.id);
  if (!key) {
    throw new ApiError({ status: 404, code: "KEY_NOT_FOUND", message: "There is no such key." });
  }
  return { key, scopes: scopes.data };
};

const show = (view, key, scopes, again) => [
  view.name(key.name),
  h(
    "section",
    { class: "card padded" },
    h("div", { class: "card-head" }, h("h2", key.name), chip(key.status)),
    facts(
      [
        ["Key", h("code", `${key.prefix}\u2026`)],
        ["Environment", key.environment === "live" ? "Live" : "Test"],
        ["Created", time(key.created_at, { precise: true })],
        ["Expires", key.expires_at ? time(key.expires_at, { precise: true }) : "Never"],
        key.revoked_at && ["Revoked", time(key.revoked_at, { precise: true })],
        ["Id", shortId(key.id)],
      ],
      { look: "two" },
    ),
  ),
  key.status === "active" && signing(view, key, again),
  permissions(key, scopes),
  key.status === "active" && ending(view, key, again),
  zoneNote(),
];

const act = (view, name, does, kind = "") =>
  h("button", { type: "button", class: `button ${kind}`, disabled: !view.mayWrite, on: { click: does } }, name);

const permissions = (key, scopes) =>
  h(
    "section",
    { class: "card padded" },
    h("h2", key.scopes.length === scopes.length ? "May do everything" : "May do"),
    h(
      "dl",
      { class: "facts" },
      scopes
        .filter(({ scope }) => key.scopes.includes(scope))
        .map(({ scope, description }) => h("div", h("dt", h("code", scope)), h("dd", description))),
    ),
  );

const MODES = {
  off: [
    "Off",
    "neutral",
    "With request signing a stolen key is not sufficient: every request must also be signed with a secret that is never sent. Turning it on refuses nothing yet.",
  ],
  optional: [
    "Not required yet",
    "warning",
    "Requests with and without a signature are accepted. A wrong signature is refused. When all your systems sign, require signatures.",
  ],
  required: ["Required", "success", "Every request with this key must be signed with its signing secret."],
};

const signing = (view, key, again) => {
  const [name, tone, explained] = MODES[key.signing];
  return h(
    "section",
    { class: "card padded", "data-signing": key.signing },
    h("div", { class: "card-head" }, h("h2", "Request signing"), h("span", { class: `chip ${tone}` }, name)),
    h("p", { class: "quiet" }, explained),
    key.signing === "optional" && unsigned(key),
    key.previous_signing_secret_until * 1000 > Date.now() &&
      facts([["Old secret", ["Valid until ", time(key.previous_signing_secret_until)]]]),
    h("div", { class: "actions" }, SIGNING_ACTIONS[key.signing](view, key, again)),
  );
};

/** The requests that would be refused if signatures were required. */
const unsigned = (key) => {
  const since = second(key.signing_since);
  return key.unsigned_requests > 0
    ? notice(
        "failure",
        h("p", h("b", counted(key.unsigned_requests)), ` without a signature since ${since}.`),
        key.last_unsigned_at && h("p", `The last one came at ${second(key.last_unsigned_at)}.`),
      )
    : notice("success", h("p", `No request without a signature since ${since}.`));
};

const counted = (requests) => (requests === 1 ? "1 request" : `${number(requests)} requests`);

const SIGNING_ACTIONS = {
  off: (view, key, again) => act(view, "Turn on", () => turnOn(key, again)),
  optional: (view, key, again) => [
    act(view, "Require signatures", () => requireSignatures(key, again), "primary"),
    act(view, "Rotate the secret", () => rotate(key, again)),
    act(view, "Turn off", () => turnOff(key, again), "danger"),
  ],
  required: (view, key, again) => [
    act(view, "Rotate the secret", () => rotate(key, again)),
    act(view, "Turn off", () => turnOff(key, again), "danger"),
  ],
};

const ending = (view, key, again) =>
  h(
    "section",
    { class: "card padded" },
    h("h2", "Replace or revoke"),
    h(
      "p",
      { class: "quiet" },
      "Regenerate a key that may be compromised. Revoke a key that is no longer used.",
    ),
    h(
      "div",
      { class: "actions" },
      act(view, "Regenerate", () => regenerate(view, key), "danger"),
      act(view, "Revoke", () => revoke(key, again), "danger"),
    ),
  );

const reveal = ({ signing_secret: secret }) =>
  showSecret({
    title: "The request-signing secret",
    what: "Signing secret",
    secret,
    use: "Your system signs each request with it. It is not the key, and it is never sent.",
  });

const turnOn = async (key, again) => {
  const made = await confirm({
    title: "Turn request signing on?",
    does: [
      "A signing secret is created and shown once.",
      "Nothing is refused yet: requests with and without a signature are accepted, and those without one are counted here. You require signatures when your systems are ready.",
    ],
    action: "Turn signing on",
    run: async () => (await api.post(`/api/keys/${key.id}/signing`)).data,
    again,
  });
  if (made) {
    await reveal(made);
    again();
  }
};

const requireSignatures = async (key, again) => {
  const done = await confirm({
    title: "Require signatures?",
    warning:
      key.unsigned_requests > 0 &&
      `${counted(key.unsigned_requests)} came without a signature since signing was turned on. Such requests will be refused.`,
    does: ["Within 5 seconds every request with this key that is not signed is refused."],
    action: "Require signatures",
    keep: "Not yet",
    run: () => api.post(`/api/keys/${key.id}/signing/require`, { version: key.version }),
    again,
  });
  if (done) {
    announce("Signatures are required");
    again();
  }
};

const rotate = async (key, again) => {
  const made = await confirm({
    title: "Rotate the signing secret?",
    does: [
      "A new secret is created and shown once.",
      "For 24 hours requests may be signed with either secret, so that your systems can switch one after the other. After that the old secret is refused.",
    ],
    action: "Rotate the secret",
    keep: "Keep the secret",
    run: async () => (await api.post(`/api/keys/${key.id}/signing/rotate`, { version: key.version })).data,
    again,
  });
  if (made) {
    await reveal(made);
    again();
  }
};

const turnOff = async (key, again) => {
  const done = await confirm({
    title: "Turn request signing off?",
    does: [
      "Requests with this key then need no signature: anyone with the key and an allowed address can use it.",
      "The signing secret is deleted.",
    ],
    action: "Turn signing off",
    keep: "Leave it on",
    run: () => api.delete(`/api/keys/${key.id}/signing`, { query: { version: key.version } }),
    again,
  });
  if (done) {
    announce("Request signing is off");
    again();
  }
};

/** What becomes of request signing. */
const REGENERATED = {
  off: null,
  optional: "The new key has request signing too, not required yet, with a new signing secret, which is shown after the key.",
  required:
    "Requests with the new key must be signed too, with a new signing secret, which is shown after the key. The old secret is not valid for the new key.",
};

const regenerate = async (view, key) => {
  const made = await confirm({
    title: `Regenerate \u201c${key.name}\u201d?`,
    warning: REGENERATED[key.signing],
    does: [
      "A new key with the same name and scopes is created and shown once.",
      "The old key is revoked: within 5 seconds every request with it is refused, until your system uses the new one.",
    ],
    action: "Regenerate the key",
    keep: "Keep the key",
    run: async () => (await api.post(`/api/keys/${key.id}/regenerate`)).data,
  });
  if (made) {
    await showSecret({
      title: `Your new ${key.environment} key`,
      what: "Key",
      secret: made.key,
      use: "It replaces the old key.",
    });
    if (made.signing_secret) {
      await reveal(made);
    }
    view.go(`keys/${made.id}`, {}, { replace: true });
  }
};

const revoke = async (key, again) => {
  const done = await confirm({
    title: `Revoke \u201c${key.name}\u201d?`,
    does: [
      "Within 5 seconds every request with this key is refused. This cannot be undone; you can create another key.",
    ],
    action: "Revoke the key",
    keep: "Keep the key",
    run: () => api.delete(`/api/keys/${key.id}`),
  });
  if (done) {
    announce("The key is revoked");
    again();
  }
};
