// Requests to the service. A refusal is an `Error` with `status`, `code` and, if known, `wait` in seconds.

import { main } from "./page.js";

const ANSWER_MS_MAX = 15_000;
const root = main.dataset.api;

export const refused = (status, body, wait) => Object.assign(new Error(body?.code ?? "NETWORK"), { status, code: body?.code ?? "", wait: Number(wait) || 0 });

const ask = async (address, method, read = (answer) => answer.json()) => {
  // The page must not wait forever if the network loses requests.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ANSWER_MS_MAX);
  try {
    const answer = await fetch(address, { method, signal: patience.signal, cache: "no-store", credentials: "omit", redirect: "error" });
    if (!answer.ok) {
      throw refused(answer.status, await answer.json().catch(() => null), answer.headers.get("Retry-After"));
    }
    return await read(answer);
  } finally {
    clearTimeout(timer);
  }
};

/** The current payment: `{data, meta}`. */
export const view = () => ask(root, "GET");

/** This page, as the service writes it now. */
export const page = () => ask(location.href, "GET", (answer) => answer.text());

/** The events that tell of changes of the payment. */
export const events = () => new EventSource(`${root}/events`);

/** Accepts the conditions, in the version that this page shows. */
export const accept = (version) => ask(`${root}/disclosure-consent?${new URLSearchParams({ text_version: version })}`, "POST");

/** Sends a slip; `progress` is called with 0 to 100. Returns a function that cancels. */
export const send = (file, { progress, done, failed }) => {
  const form = new FormData();
  form.append("slip", file, "slip");
  const request = new XMLHttpRequest();
  request.open("POST", `${root}/slip`);
  request.upload.onprogress = ({ loaded, total }) => progress(Math.floor((loaded / total) * 100));
  request.onload = () => {
    let body = null;
    try {
      body = JSON.parse(request.responseText);
    } catch {
      // A proxy answered instead of the service.
    }
    if (request.status === 200 && body) {
      done(body);
    } else {
      failed(refused(request.status, body, request.getResponseHeader("Retry-After")));
    }
  };
  request.onerror = () => failed(refused(0));
  request.send(form);
  return () => request.abort();
};
