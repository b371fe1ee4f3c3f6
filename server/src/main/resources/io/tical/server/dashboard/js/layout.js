// The layout of all screens: the test mode band, the header with the environment switch, the navigation.

import { h, remembered } from "./dom.js";
import { zoneName } from "./format.js";
import { icon, logo } from "./parts/icons.js";
import { href } from "./router.js";
import { NAVIGATION } from "./screens.js";

const brand = (to) =>
  h("a", { class: "brand", href: to, "aria-label": "Tical dashboard" }, logo(), h("span", { class: "word" }, "Tical"));

/** The header and the element of the screen; `show(view)` marks the current screen in the navigation. */
export const layout = (session, actions) => {
  const content = h("main", { id: "content", tabindex: -1 });
  const head = h("div", { class: "head" });
  const navigation = h("nav", { class: "navigation", id: "navigation", popover: true, "aria-label": "Dashboard" });
  navigation.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a") && navigation.matches(":popover-open")) {
      navigation.hidePopover();
    }
  });
  const menu = accountMenu(session, actions);

  const show = (view) => {
    const test = view.environment === "test";
    document.body.classList.toggle("has-band", test);
    head.replaceChildren(
      ...[
        test && h("div", { class: "band", role: "note" }, "Test mode: nothing here moves real money"),
        h(
          "header",
          { class: "top" },
          h(
            "button",
            {
              type: "button",
              class: "button icon plain menu-button",
              popovertarget: "navigation",
              "aria-label": "Menu",
            },
            icon("menu"),
          ),
          brand(href(view.environment, "")),
          h("span", { class: "organization", title: session.organization_name }, session.organization_name),
          environments(view),
          h(
            "button",
            {
              type: "button",
              class: "button plain account-button",
              popovertarget: "account",
              "aria-label": `Account of ${session.username}`,
            },
            icon("person"),
            h("span", { class: "name" }, session.username),
          ),
        ),
      ].filter((one) => one !== false),
    );
    navigation.replaceChildren(
      ...NAVIGATION.flatMap(([title, entries]) => [
        title === null ? null : h("h2", title),
        h(
          "ul",
          entries
            .filter(([, , { owners = false } = {}]) => !owners || view.mayWrite)
            .map(([path, name]) =>
              h(
                "li",
                h("a", { href: href(view.environment, path), "aria-current": current(view.path, path) && "page" }, name),
              ),
            ),
        ),
      ]).filter((one) => one !== null),
    );
    menu.setEnvironment(view.environment);
  };
  return { nodes: [head, h("div", { class: "frame" }, navigation, content), menu.node], content, show };
};

const current = (path, entry) => path === entry || (entry !== "" && path.startsWith(`${entry}/`));

/** The same screen in the other environment, without ids and cursors of this one. */
const environments = (view) => {
  const query = { ...Object.fromEntries(view.query), cursor: null };
  const to = (environment) =>
    href(environment, view.params.id ? view.path.split("/")[0] : view.path, view.params.id ? {} : query);
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": "Environment" },
    [
      ["test", "Test"],
      ["live", "Live"],
    ].map(([environment, name]) =>
      h(
        "a",
        {
          class: `of-${environment}`,
          href: to(environment),
          "aria-current": view.environment === environment && "true",
        },
        name,
      ),
    ),
  );
};

const accountMenu = (session, { signOut }) => {
  const account = h("a", { class: "entry" }, "Your account");
  const node = h(
    "div",
    { class: "account-menu", id: "account", popover: true },
    h(
      "p",
      h("b", session.username),
      h("br"),
      h("span", { class: "quiet" }, session.role === "owner" ? "Owner" : "Viewer", " of ", session.organization_name),
    ),
    h("p", { class: "quiet small" }, `Times are in ${zoneName()}`, h("br"), `Tical ${session.service_version}`),
    h("hr"),
    themes(),
    h("hr"),
    h(
      "div",
      { class: "entries" },
      account,
      h("a", { class: "entry", href: "/docs" }, "API reference"),
      h("button", { type: "button", class: "entry", on: { click: signOut } }, "Sign out"),
    ),
  );
  node.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) {
      node.hidePopover();
    }
  });
  return { node, setEnvironment: (environment) => account.setAttribute("href", href(environment, "account")) };
};

/** Light, dark, or the system's preference. */
const themes = () => {
  const choices = [
    [null, "System"],
    ["light", "Light"],
    ["dark", "Dark"],
  ];
  const buttons = choices.map(([theme, name]) =>
    h("button", { type: "button", on: { click: () => choose(theme) } }, name),
  );
  const choose = (theme) => {
    remembered.set("theme", theme);
    if (theme) {
      document.documentElement.dataset.theme = theme;
    } else {
      delete document.documentElement.dataset.theme;
    }
    mark();
  };
  const mark = () => {
    const now = document.documentElement.dataset.theme ?? null;
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(choices[i][0] === now)));
  };
  mark();
  return h(
    "div",
    { class: "stack" },
    h("span", { class: "quiet small", id: "look" }, "Look"),
    h("div", { class: "switch", role: "group", "aria-labelledby": "look" }, buttons),
  );
};
