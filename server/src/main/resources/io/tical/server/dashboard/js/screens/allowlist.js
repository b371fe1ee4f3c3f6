// The addresses from which API keys may be used.

import { covers, wide } from "../address.js";
import { api, ApiError } from "../api.js";
import { h } from "../dom.js";
import { number } from "../format.js";
import { announce } from "../parts/announce.js";
import { confirm } from "../parts/dialog.js";
import { field, form } from "../parts/form.js";
import { empty, loaded, notice, problem, viewerNotice } from "../parts/notice.js";

export const allowlist = (view) => {
  const place = loaded(
    view,
    async () => (await api.get("/api/ip-allowlist", { signal: view.signal })).data,
    (data) => show(view, data, () => place.again()),
  );
  return {
    title: "Allowlist",
    lead: "API keys work only from these addresses, in test and live mode. A change takes effect within 5 seconds. The dashboard itself can be used from anywhere.",
    content: [viewerNotice(view), place],
  };
};

/** Each changes only the entries that it names, so that it never undoes what somebody else has changed meanwhile. */
const allow = (entries) => api.post("/api/ip-allowlist/add", { entries });
const forbid = (entries) => api.post("/api/ip-allowlist/remove", { entries });

const show = (view, { entries, your_address: yours }, again) => {
  const wrong = h("div", { class: "went-wrong" });
  const saved = (sentence) => {
    announce(sentence);
    again();
  };
  return [
    warning(view, entries, yours, saved, wrong),
    wrong,
    view.mayWrite && h("section", { class: "card padded" }, h("h2", "Add addresses"), adding(saved)),
    h(
      "section",
      { class: "section" },
      h("h2", "Allowed addresses"),
      h(
        "div",
        { class: "card" },
        entries.length
          ? h(
              "ul",
              { class: "entries" },
              entries.map((entry) => line(view, entries, entry, yours, saved)),
            )
          : empty(
              "No address is allowed",
              "Every request with an API key is refused until you add the address of your server.",
            ),
      ),
    ),
  ];
};

const warning = (view, entries, yours, saved, wrong) => {
  const here = h("code", { class: "one-line" }, yours);
  const add = async (event) => {
    event.currentTarget.disabled = true;
    try {
      await allow([yours]);
      saved(`${yours} is allowed`);
    } catch (error) {
      wrong.replaceChildren(problem(error));
    }
  };
  const button =
    view.mayWrite &&
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "button", on: { click: add } }, "Add my address"),
    );
  if (entries.length === 0) {
    return notice(
      "failure",
      h("p", h("b", "The allowlist is empty: "), "all API requests are refused."),
      h("p", "You are at ", here),
      button,
    );
  }
  return entries.some((entry) => covers(entry, yours))
    ? h("p", "You are at ", here, ", which is allowed.")
    : notice(
        "warning",
        h("p", "You are at ", here, ", which is not allowed. API requests from your address are refused."),
        button,
      );
};

const adding = (saved) => {
  const more = field({
    name: "entries",
    label: "Addresses or ranges",
    placeholder: "203.0.113.7, 198.51.100.0/24, 2001:db8::/32",
    autocomplete: "off",
    spellcheck: "false",
    help: "Several are separated by commas or spaces.",
  });
  const run = async (values) => {
    const added = values.entries.split(/[\s,;]+/).filter(Boolean);
    if (added.length === 0) {
      more.wrong("Enter at least one address");
      more.input.focus();
      return;
    }
    const open = added.filter((entry) => wide(entry));
    if (open.length > 0) {
      if (await confirmWide(open, added)) {
        saved(added.length === 1 ? `${added[0]} is allowed` : `${added.length} addresses and ranges are allowed`);
      }
      return;
    }
    try {
      await allow(added);
    } catch (error) {
      more.wrong(error.fields?.length ? said(error, added) : null);
      throw error;
    }
    saved(added.length === 1 ? `${added[0]} is allowed` : `${added.length} addresses are allowed`);
  };
  return form({ fields: [more], action: "Add", run, look: "in-line" });
};

/** Asks before a range of very many addresses is allowed. */
const confirmWide = (open, added) =>
  confirm({
    title: open.length === 1 ? `Allow ${open[0]}?` : "Allow these ranges?",
    does: [
      ...open.map(howMany),
      "Whoever has one of your keys can then use it from there, in test and live mode. The allowlist then no longer protects a key that leaks.",
      "Allow only the addresses of your own servers. If they change, require signed requests for the key.",
    ],
    action: open.length === 1 ? "Allow the range" : "Allow the ranges",
    keep: "Do not allow it",
    run: async () => {
      try {
        await allow(added);
      } catch (error) {
        throw error.fields?.length ? new ApiError({ ...error, message: said(error, added), fields: [] }) : error;
      }
    },
  });

const howMany = (entry) => {
  /** @type {any} */
  const { version, length } = wide(entry);
  if (length === 0) {
    return `${entry} is every IPv${version} address that there is.`;
  }
  return version === 4
    ? `${entry} has ${number(2 ** (32 - length))} addresses.`
    : `${entry} is more of the internet than any single network has.`;
};

/** Names the invalid entry by what was typed. */
const said = (error, added) =>
  error.fields
    .map(({ field: name, message }) => {
      const index = /\[(\d+)\]/.exec(name)?.[1];
      return `${index === undefined ? "The list" : added[Number(index)]} ${message}`;
    })
    .join("; ");

const line = (view, entries, entry, yours, saved) => {
  const rest = entries.filter((one) => one !== entry);
  const locksOut = covers(entry, yours) && !rest.some((one) => covers(one, yours));
  const remove = async () => {
    const done = await confirm({
      title: `Remove ${entry}?`,
      does: [
        `Requests from ${entry} are refused within 5 seconds, with every key, in test and live mode.`,
        rest.length === 0 && "It is the last entry: after this all API requests are refused.",
        locksOut && rest.length > 0 && "It covers your current address.",
      ].filter(Boolean),
      action: "Remove the address",
      keep: "Keep the address",
      run: () => forbid([entry]),
    });
    if (done) {
      saved(`${entry} is removed`);
    }
  };
  return h(
    "li",
    h("code", entry),
    covers(entry, yours) && h("span", { class: "quiet small" }, "covers you"),
    h(
      "button",
      {
        type: "button",
        class: "button plain danger",
        "aria-label": `Remove ${entry}`,
        disabled: !view.mayWrite,
        on: { click: remove },
      },
      "Remove",
    ),
  );
};
