// All requests: to /api of this service, with the session's cookie.

const TIMEOUT_MS = 30_000;

/** An error answer of the service, or the reason why there is no answer. */
export class ApiError extends Error {
  /**
   * @param {object} given
   * @param {number} [given.status] 0 without an answer
   * @param {string} given.code
   * @param {string} given.message
   * @param {{field: string, message: string}[]} [given.fields]
   * @param {string | null} [given.requestId]
   * @param {number | null} [given.retryAfter] seconds
   */
  constructor({ status = 0, code, message, fields = [], requestId = null, retryAfter = null }) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

let token = null;
let sessionEnded = () => {};

/** The CSRF token of this session; null without a session. */
export const useToken = (value) => {
  token = value;
};

/** Called when an answer says that the session has ended. */
export const onSessionEnd = (listener) => {
  sessionEnded = listener;
};

const target = (path, query) => {
  const pairs = Object.entries(query ?? {}).filter(
    ([, value]) => value !== null && value !== undefined && String(value).trim() !== "",
  );
  return pairs.length ? `${path}?${new URLSearchParams(pairs)}` : path;
};

const unreachable = new ApiError({
  code: "NOT_REACHED",
  message: "The service could not be reached. Check your connection and try again.",
});

const interrupted = new ApiError({
  code: "DOWNLOAD_INTERRUPTED",
  message: "The connection ended before the file was complete. Check your connection and download the file again.",
});

/**
 * @typedef {object} Options
 * @property {Record<string, any>} [query]
 * @property {any} [body]
 * @property {string} [key] the idempotency key
 * @property {AbortSignal} [signal]
 * @property {AbortSignal} [patience]
 * @property {boolean} [quiet] whether the end of the session is not reported
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 */
const send = async (method, path, { query, body, key, signal, patience = AbortSignal.timeout(TIMEOUT_MS) }) => {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
  }
  if (method !== "GET" && token) {
    headers["X-CSRF-Token"] = token;
  }
  if (key) {
    headers["Idempotency-Key"] = key;
  }
  try {
    return await fetch(target(path, query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      redirect: "error",
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }
    throw unreachable;
  }
};

const read = async (response) => {
  try {
    return await response.json();
  } catch {
    throw new ApiError({
      status: response.status,
      code: "ANSWER_UNREADABLE",
      message: "The response could not be read. A proxy between your browser and the service may have changed it.",
      requestId: response.headers.get("X-Request-Id"),
    });
  }
};

/** The error that an answer is. */
const refusal = (response, answer, { quiet = false } = {}) => {
  const error = new ApiError({
    status: response.status,
    code: answer.code ?? `HTTP_${response.status}`,
    message: answer.error ?? "The service refused the request.",
    fields: answer.errors ?? [],
    requestId: answer.meta?.request_id ?? response.headers.get("X-Request-Id"),
    retryAfter: Number(response.headers.get("Retry-After")) || null,
  });
  if (error.code === "SESSION_REQUIRED" && !quiet) {
    sessionEnded();
  }
  return error;
};

/** Another tab may have opened a new session: use its token if it is the same user's. */
const renewToken = async (username) => {
  const response = await send("GET", "/api/session", {});
  const answer = await read(response);
  if (!response.ok || answer.data.username !== username) {
    location.reload();
    return false;
  }
  token = answer.data.csrf_token;
  return true;
};

let username = null;

/** The signed-in user. */
export const useName = (value) => {
  username = value;
};

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<{data: any, meta: any}>}
 */
const call = async (method, path, options = {}, again = true) => {
  const response = await send(method, path, options);
  const answer = await read(response);
  if (response.ok) {
    return { data: answer.data, meta: answer.meta ?? {} };
  }
  const error = refusal(response, answer, options);
  if (error.code === "CSRF_TOKEN_INVALID" && again && username && (await renewToken(username))) {
    return call(method, path, options, false);
  }
  throw error;
};

/** Downloads a file, which may take long once it has begun. Returns `{name, content}` or throws an `ApiError`. */
const file = async (address) => {
  const begins = new AbortController();
  const timer = setTimeout(() => begins.abort(), TIMEOUT_MS);
  const response = await send("GET", address, { patience: begins.signal }).finally(() => clearTimeout(timer));
  if (!response.ok) {
    throw refusal(response, await read(response));
  }
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [null, "file"];
  try {
    return { name, content: await response.blob() };
  } catch {
    throw interrupted;
  }
};

/** Each returns `{data, meta}` or throws an `ApiError`; options are `query`, `body`, `signal`, and the idempotency `key`. */
export const api = {
  /** The address of a file, for a link. */
  address: target,
  get: (path, options) => call("GET", path, options),
  post: (path, body = {}, options) => call("POST", path, { ...options, body }),
  put: (path, body, options) => call("PUT", path, { ...options, body }),
  delete: (path, options) => call("DELETE", path, options),
  file,
};
