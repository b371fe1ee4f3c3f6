// The request of a callback's last attempt, its signatures, and a command that repeats it.

import { api } from "../api.js";
import { h } from "../dom.js";
import { second } from "../format.js";
import { announce } from "../parts/announce.js";
import { copyButton } from "../parts/copy.js";
import { dialog } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { notice, problem } from "../parts/notice.js";

/** A text as one word of a shell. */
export const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that sends a request: `{url, headers, body}`. */
export const curl = ({ url, headers, body }) =>
  [
    `curl ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(body)}`,
  ].join(" \\\n  ");

const block = (title, text, note) =>
  h(
    "div",
    { class: "stack" },
    h("div", { class: "card-head" }, h("h3", title), copyButton(text, title)),
    note && h("p", { class: "quiet small" }, note),
    h("pre", { class: "body", tabindex: 0, role: "region", "aria-label": title }, text),
  );

/** @param one a delivery with its attempts */
export const request = (view, one) =>
  one.attempt_log.length > 0 &&
  h(
    "section",
    { class: "card padded" },
    h("div", { class: "card-head" }, h("h2", "Request"), curlButton(view, one)),
    one.sent ? shown(one.sent) : h("p", { class: "quiet" }, UNKNOWN),
  );

const UNKNOWN =
  "The headers of the last attempt are not shown: the address, the form of the body or the signing secret was changed after it, so they would differ from what was sent.";

const shown = (sent) => [
  h("p", { class: "quiet" }, `As it was sent with attempt ${sent.attempt}, ${second(sent.at)}, to `, h("code", sent.url)),
  block("Headers", Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`).join("\n")),
  block(
    "Signature base",
    sent.signature_base,
    "X-Signature is the HMAC-SHA256 of this text in hex, keyed with the whole signing secret; X-P2P-Signature has it after v1=. webhook-signature is of the same text after webhook-id and a dot, in base64, keyed with the bytes that the secret encodes.",
  ),
];

/** Only owners receive a signature that is valid now: whoever has it can send the callback to the server. */
const curlButton = (view, one) =>
  h(
    "button",
    {
      type: "button",
      class: "button",
      disabled: !view.mayWrite,
      title: view.mayWrite ? null : "Only owners can repeat a callback",
      on: { click: ({ currentTarget: button }) => copyCurl(one, button) },
    },
    icon("copy"),
    "Copy as curl",
  );

const copyCurl = async (one, button) => {
  button.disabled = true;
  const command = api.post(`/api/deliveries/${one.id}/sign`).then(({ data }) => curl(data));
  try {
    // Some browsers copy only at once after the click, but accept a text that follows.
    if (navigator.clipboard?.write && globalThis.ClipboardItem) {
      const text = command.then((value) => new Blob([value], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    } else {
      await navigator.clipboard.writeText(await command);
    }
    announce("Command copied: it is signed for this moment");
  } catch {
    await command.then(byHand, (error) => dialog("The command was not made", () => problem(error)));
  } finally {
    button.disabled = false;
  }
};

/** Without access to the clipboard the command is shown. */
const byHand = (command) =>
  dialog("Copy this command", (close) => [
    notice("info", h("p", "It is signed for this moment. Your server may refuse it when its timestamp is too old.")),
    h("pre", { class: "body", tabindex: 0 }, command),
    h("div", { class: "actions" }, h("button", { type: "button", class: "button primary", on: { click: () => close() } }, "Close")),
  ]);
