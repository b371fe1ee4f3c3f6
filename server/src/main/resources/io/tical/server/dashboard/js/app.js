// Start: reads the session, shows the screen of the address, and ends the session.

import { api, onSessionEnd, useName, useToken } from "./api.js";
import { h, remembered } from "./dom.js";
import { useCurrencies, useZone } from "./format.js";
import { layout } from "./layout.js";
import { announce } from "./parts/announce.js";
import { closeDialogs } from "./parts/dialog.js";
import { empty, problem } from "./parts/notice.js";
import { href, match, read, returnPath, start } from "./router.js";
import { SCREENS } from "./screens.js";
import { guard } from "./session.js";
import { signIn } from "./screens/sign-in.js";

const app =
  /** @type {HTMLElement} */
  (document.getElementById("app"));
const SIGN_IN = "/dashboard/sign-in";

let session = null;
let frame = null;
let leaving = new AbortController();
let sessionEnd = 0;

document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("content")?.focus();
});

/** The environment that was shown last; at the first visit, the one with transactions. */
const preferredEnvironment = async () => {
  const last = remembered.get("environment");
  if (last === "test" || last === "live") {
    return last;
  }
  try {
    const { data } = await api.get("/api/balances");
    return data.some((balance) => balance.livemode && balance.updated_at) ? "live" : "test";
  } catch {
    return "test";
  }
};

const begin = async (found) => {
  session = found;
  guarded.began(found);
  useToken(session.csrf_token);
  useName(session.username);
  useZone(session.timezone);
  useCurrencies((await api.get("/api/currencies")).data);
  frame = layout(session, { signOut });
  clearTimeout(sessionEnd);
  sessionEnd = setTimeout(() => session && end("ended"), session.expires_at * 1000 - Date.now());
  app.replaceChildren(...frame.nodes);
};

const end = (reason) => {
  session = null;
  frame = null;
  useToken(null);
  useName(null);
  leaving.abort();
  clearTimeout(sessionEnd);
  closeDialogs();
  useCurrencies([]);
  // From here on the page must not contain any data of the session.
  app.replaceChildren();
  for (const id of ["announcements", "heard"]) {
    document.getElementById(id)?.replaceChildren();
  }
  const from = location.pathname + location.search;
  const query = from.startsWith(SIGN_IN) ? location.search : `?${new URLSearchParams({ return: from })}`;
  history.replaceState({ reason }, "", SIGN_IN + query);
  show();
};

onSessionEnd(() => session && end("ended"));

const guarded = guard({ page: app, present: () => session, ended: (reason) => session && end(reason) });

const signOut = async () => {
  try {
    await api.delete("/api/session");
  } catch (error) {
    if (error.code !== "SESSION_REQUIRED") {
      announce("You are still signed in: the service did not answer. Try again.");
      return;
    }
  }
  history.replaceState({}, "", "/dashboard");
  end("left");
  guarded.left();
};

const showSignIn = (query) => {
  document.title = "Sign in \u00b7 Tical";
  document.body.classList.remove("has-band");
  app.replaceChildren(
    signIn(history.state?.reason, async (found) => {
      await begin(found);
      go(returnPath(query.get("return")), { replace: true });
    }),
  );
  app.querySelector("input")?.focus();
};

const show = async ({ scroll = 0 } = {}) => {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { environment, path, query } = read(location);
  if (!session) {
    showSignIn(query);
    return;
  }
  if (!environment || path === "sign-in") {
    const preferred = await preferredEnvironment();
    go(href(preferred, path === "sign-in" ? "" : path, path === "sign-in" ? {} : Object.fromEntries(query)), {
      replace: true,
    });
    return;
  }
  remembered.set("environment", environment);
  const found = match(SCREENS, path);
  const waits = [];
  const view = {
    session,
    environment,
    path,
    query,
    params: found?.params ?? {},
    signal,
    mayWrite: session.role === "owner",
    href: (to, values) => href(environment, to, values),
    go: (to, values, options) => go(href(environment, to, values), options),
    goTo: (address, options) => go(address, options),
    setQuery: (values) => {
      Object.entries(values).forEach(([name, value]) => (value ? query.set(name, value) : query.delete(name)));
      history.replaceState({}, "", href(environment, path, Object.fromEntries(query)));
    },
    wait: (promise) => waits.push(promise),
    /** Names the object of the screen in the title of the window. */
    name: (name) => {
      if (!signal.aborted) {
        document.title = [name, screen.title, "Tical"].filter(Boolean).join(" \u00b7 ");
      }
    },
  };
  frame.show(view);
  const screen = found ? found.screen(view) : nowhere(view);
  document.title = `${screen.title} \u00b7 Tical`;
  const heading = h("h1", { tabindex: -1 }, screen.title);
  frame.content.replaceChildren(
    h(
      "div",
      { class: "screen" },
      h(
        "div",
        { class: "screen-head" },
        h("div", screen.back, heading, screen.lead && h("p", { class: "lead" }, screen.lead)),
        screen.actions && h("div", { class: "actions" }, screen.actions),
      ),
      screen.content,
    ),
  );
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (scroll > 0) {
    await Promise.allSettled(waits);
    if (!signal.aborted) {
      scrollTo(0, scroll);
    }
  }
};

const nowhere = (view) => ({
  title: "Page not found",
  content: h(
    "div",
    { class: "card" },
    empty(
      "This page does not exist",
      "The address may be mistyped, or belong to another release.",
      h("a", { class: "button", href: view.href("") }, "Go to the overview"),
    ),
  ),
});

const go = start(show);

const boot = async () => {
  try {
    await begin((await api.get("/api/session", { quiet: true })).data);
    await show();
  } catch (error) {
    if (error.code === "SESSION_REQUIRED") {
      if (location.pathname === SIGN_IN) {
        await show();
      } else {
        end("first");
      }
      return;
    }
    const retry = h("button", { type: "button", class: "button", on: { click: boot } }, "Try again");
    app.replaceChildren(h("main", { class: "entrance" }, problem(error, h("div", { class: "actions" }, retry))));
  }
};

await boot();
