// Maps addresses to screens. Addresses are /dashboard/<test|live>/<screen>…; a screen's filters are in its query.

const ROOT = "/dashboard";
const ENVIRONMENTS = ["test", "live"];

/** Parses an address: `{environment, path, query}`; the environment is null if it has none. */
export const read = (address) => {
  const segments = address.pathname.slice(ROOT.length).split("/").filter(Boolean);
  const environment = ENVIRONMENTS.includes(segments[0]) ? segments.shift() : null;
  return { environment, path: segments.map(decode).join("/"), query: new URLSearchParams(address.search) };
};

const decode = (segment) => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** The address of a screen, without empty query values. */
export const href = (environment, path, query = {}) => {
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = pairs.length ? `?${new URLSearchParams(pairs)}` : "";
  return `${ROOT}/${environment}${path ? `/${path}` : ""}${search}`;
};

/** The address after signing in; only addresses of the dashboard are accepted. */
export const returnPath = (text) =>
  text && /^\/dashboard(\/(?!\/)|$)/.test(text) && !text.startsWith(`${ROOT}/sign-in`) ? text : ROOT;

/** Finds the screen of a path: `[["payouts/:id", screen], …]`, with the values of its parameters. */
export const match = (screens, path) => {
  const segments = path.split("/");
  for (const [pattern, screen] of screens) {
    const names = pattern.split("/");
    if (names.length === segments.length && names.every((name, i) => name.startsWith(":") || name === segments[i])) {
      const params = Object.fromEntries(
        names.map((name, i) => [name.slice(1), segments[i]]).filter((_, i) => names[i].startsWith(":")),
      );
      return { screen, params };
    }
  }
  return null;
};

/** Calls `show` for each address that the user visits. */
export const start = (show) => {
  history.scrollRestoration = "manual";
  const keepPlace = () => history.replaceState({ ...history.state, scroll: scrollY }, "");

  const go = (address, { replace = false, state = {} } = {}) => {
    if (replace) {
      history.replaceState(state, "", address);
    } else {
      keepPlace();
      history.pushState(state, "", address);
    }
    show({ scroll: 0 });
  };

  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) {
      return;
    }
    const ours = link.origin === location.origin && (link.pathname === ROOT || link.pathname.startsWith(`${ROOT}/`));
    if (ours && !(link.hash && link.pathname === location.pathname)) {
      event.preventDefault();
      go(link.pathname + link.search);
    }
  });
  addEventListener("popstate", () => show({ scroll: history.state?.scroll ?? 0 }));
  let settled = 0;
  addEventListener(
    "scroll",
    () => {
      clearTimeout(settled);
      settled = setTimeout(keepPlace, 150);
    },
    { passive: true },
  );
  return go;
};
