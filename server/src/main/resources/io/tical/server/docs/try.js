// Sends the operation of this page to this service, with a test key. The key is kept in the storage of the tab, and a key that is
// not a test key is neither kept nor sent.

const KEY = "tical.docs.key";
const LAST = "tical.docs.last";
const HEADERS = ["x-request-id", "content-type", "idempotent-replayed", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-after", "retry-after", "link", "allow"];

/** An element that the page of an operation has. */
const part = (selector) => /** @type {any} */ (document.querySelector(`#try ${selector}`));
const section = /** @type {HTMLElement} */ (document.getElementById("try"));
/** @type {HTMLFormElement} */
const form = part("form");
/** @type {HTMLElement} */
const problem = part("form .problem");
/** @type {HTMLElement} */
const result = part(".result");
/** @type {HTMLButtonElement} */
const send = part("form button");
const { method, path = "", group = "" } = section.dataset;
const { key, idempotency, body, example } = /** @type {any} */ (form.elements);

/** The fields of a selector. @returns {NodeListOf<HTMLInputElement>} */
const fields = (selector) => form.querySelectorAll(selector);

const stored = (name) => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
const store = (name, value) => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without storage the key is typed again on the next page.
  }
};

/** A UUID of random numbers; browsers have `randomUUID` only on secure origins. */
const fresh = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};

/** The ids of what was last created or read, by group: they fill the next form. */
const last = JSON.parse(stored(LAST) ?? "{}");

/** The example with references that are free, and with the ids of the customer that was registered here. */
const filled = (text) => {
  const value = JSON.parse(text);
  const suffix = fresh().slice(0, 6);
  for (const name of Object.keys(value)) {
    if (name === "order_ref" || name === "merchant_ref_id") value[name] = `${value[name]}-${suffix}`;
    if (name === "client_operation_id") value[name] = fresh();
    if ((name === "dest_account_id" || name === "customer_account_id") && last.customers) value[name] = last.customers.id;
    if (name === "customer_id" && last.customers?.customer_id) value[name] = last.customers.customer_id;
  }
  return JSON.stringify(value, null, 2);
};

const bodies = Array.from(section.querySelectorAll("template"))
  .filter((template) => template.matches(".body"))
  .map((template) => template.content.textContent);
const fillBody = () => { body.value = filled(bodies[example?.selectedIndex ?? 0]); };
const renew = () => { if (idempotency) idempotency.value = fresh(); };

if (body) fillBody();
example?.addEventListener("change", fillBody);
renew();
key.value = stored(KEY) ?? "";
for (const field of fields("[data-in=path]")) {
  field.value = field.name === "id" ? last[group]?.id ?? "" : "";
}
section.hidden = false;

const element = (tag, name, ...children) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children);
  return made;
};

const jump = element("a", "try-link", "Try it");
jump.href = "#try";
document.querySelector(".needs")?.append(jump);

const block = (label, text) => {
  const pre = element("pre", "", element("code", "", text));
  pre.tabIndex = 0;
  pre.setAttribute("aria-label", label);
  return pre;
};

const link = (href, text) => {
  const made = element("a", "", text);
  made.href = href;
  return made;
};

const advice = (answer) => {
  if (typeof answer?.code !== "string") return [];
  const page = link(`/docs/errors/${encodeURIComponent(answer.code)}`, answer.code);
  if (answer.code === "IP_NOT_ALLOWED") {
    return [element("p", "advice", "This service accepts requests of a merchant only from addresses on its IP allowlist, also from this page. ",
      `${answer.error}. Add this address under `, link("/dashboard", "Allowlist in the dashboard"), ", wait 5 seconds, and send again. See ", page, ".")];
  }
  return [element("p", "advice", `${answer.error}. Cause and cure: `, page, ".")];
};

const show = (response, text, took) => {
  let answer = null;
  let shown = text;
  try {
    answer = JSON.parse(text);
    shown = JSON.stringify(answer, null, 2);
  } catch {
    // A statement as CSV is shown as it is.
  }
  const kind = response.ok ? "good" : response.status >= 500 ? "fault" : "refused";
  const headers = HEADERS.filter((name) => response.headers.has(name)).map((name) => `${name}: ${response.headers.get(name)}`);
  result.replaceChildren(
    element("p", "answered", element("span", `status ${kind}`, String(response.status)), ` in ${took} ms`),
    ...advice(answer),
    element("h3", "", "Headers"), block("Headers", headers.join("\n")),
    element("h3", "", "Body"), block("Body", shown));
  if (response.ok && answer?.data && !Array.isArray(answer.data) && answer.data.id) {
    last[group] = { id: answer.data.id, customer_id: answer.data.customer_id };
    store(LAST, JSON.stringify(last));
  }
};

/** Where the form sends to. */
const target = () => {
  const query = new URLSearchParams();
  let address = path;
  for (const field of fields("[data-in]")) {
    if (field.dataset.in === "path") {
      address = address.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    } else if (field.dataset.in === "query" && field.value.trim() !== "") {
      query.set(field.name, field.value.trim());
    }
  }
  const text = query.toString().replaceAll("+", "%20");
  return text ? `${address}?${text}` : address;
};

const content = (headers) => {
  const [file] = fields("[data-in=form]");
  if (file) {
    const data = new FormData();
    data.append(file.name, file.files?.[0] ?? "");
    return data;
  }
  if (body) {
    headers["Content-Type"] = "application/json";
    return body.value;
  }
  return undefined;
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  const secret = key.value.trim();
  if (!secret.startsWith("sk_test_")) {
    problem.textContent = "Only a test key is used here: it begins with sk_test_. A live key is neither kept nor sent.";
    key.value = "";
    key.focus();
    return;
  }
  store(KEY, secret);
  const headers = { Authorization: `Bearer ${secret}` };
  if (idempotency) headers["Idempotency-Key"] = idempotency.value;
  send.disabled = true;
  const start = performance.now();
  try {
    const response = await fetch(target(), { method, headers, body: content(headers), cache: "no-store", credentials: "omit", redirect: "error" });
    const text = await response.text();
    show(response, text, Math.round(performance.now() - start));
    renew();
  } catch (failure) {
    // The same key stays: a second attempt after a lost answer is a retry.
    problem.textContent = `No answer: ${failure.message}. Send again; the Idempotency-Key stays the same, so that nothing takes effect twice.`;
  } finally {
    send.disabled = false;
  }
});
