// The audit log: what users and the operator's staff changed, for owners.

import { api } from "../api.js";
import { deed, inSentence, object } from "../audited.js";
import { changes } from "../changed.js";
import { h } from "../dom.js";
import { count, words } from "../format.js";
import { kindOf } from "../kinds.js";
import { shortId } from "../parts/copy.js";
import { searchField } from "../parts/filters.js";
import { field } from "../parts/form.js";
import { list } from "../parts/list.js";
import { empty, notice } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";
import { href } from "../router.js";

const PATH = "audit";
const STAFF = "staff";
const OPERATOR = "Operator\u2019s staff";

/** The others are shown on request. */
const LINES_SHOWN = 3;

export const audit = (view) => ({
  title: "Audit log",
  lead: "What your users changed in the dashboard, and what the operator\u2019s staff did to your organization, in test and live mode.",
  content: view.mayWrite
    ? list(view, {
        from: "/api/audit",
        both: true,
        path: PATH,
        noun: "entry",
        nouns: "entries",
        fields: fields(view),
        rows: (data) => rows(view, data),
        nothing: empty(
          "Nothing has been changed yet",
          "Changes of keys, the allowlist, callbacks, users and passwords appear here, and decisions of the operator\u2019s staff.",
        ),
        hint: "The filters match a whole id, and one person.",
      })
    : notice("info", h("p", "Only owners can read the audit log. Ask an owner of your organization.")),
});

const fields = ({ query, signal }) => {
  const actor = query.get("actor") ?? "";
  const person = field({
    name: "actor",
    label: "Person",
    options: [["", "Everybody"], [STAFF, OPERATOR], ...(isUser(actor) ? [[actor, nameOf(actor)]] : [])],
    value: actor,
  });
  offerUsers(person.input, signal);
  const id = searchField(query, { name: "object", label: "Id", placeholder: "The whole id of a key, payout or payin" });
  return [id, person];
};

const USER = "user:";

const isUser = (actor) => actor.startsWith(USER);

const nameOf = (actor) => actor.slice(USER.length);

/** Without an answer, a person is chosen by their name in the list. */
const offerUsers = async (select, signal) => {
  try {
    const { data } = await api.get("/api/users", { signal });
    const known = new Set([...select.options].map((option) => option.value));
    const missing = data.map((user) => user.username).filter((name) => !known.has(USER + name));
    select.append(...missing.map((name) => h("option", { value: USER + name }, name)));
  } catch {
    // The list itself says what is wrong.
  }
};

const rows = (view, data) =>
  table({
    caption: "Audit log",
    rows: data,
    opens: (one) => (named(one) ? pageOf(one) : null),
    columns: [
      { title: "What", place: "main full", cell: (one) => what(view, one) },
      { title: "Who", place: "whole labelled", cell: (one) => who(view, one) },
      {
        title: "From",
        place: "whole labelled",
        cell: (one) => h("span", one.source ? h("code", one.source) : quiet("Not shown")),
      },
      { title: "Time", place: "whole", cell: (one) => time(one.at, { precise: true }) },
    ],
  });

const quiet = (text) => h("span", { class: "quiet" }, text);

const what = (view, one) => {
  const done = deed(one.object_type, one.action) ?? `${words(one.object_type)}: ${words(one.action)}`;
  const changed = changes(one.before, one.after);
  const hidden = changed.slice(LINES_SHOWN);
  return h(
    "div",
    { class: "deed" },
    h("p", h("b", done), one.livemode !== null && quiet(one.livemode ? " in live mode" : " in test mode")),
    named(one) && subject(view, one),
    changed.length > 0 && values(one, changed.slice(0, LINES_SHOWN)),
    hidden.length > 0 &&
      h("details", h("summary", count(hidden.length, "more value", "more values")), values(one, hidden)),
    one.note && h("p", quiet(one.note)),
  );
};

/** Whether an entry tells its object. */
const named = (one) => one.object_id && object(one.object_type, one.action);

/** The object, with links to its page and to the other entries about it. */
const subject = (view, one) => {
  const name = object(one.object_type, one.action);
  const to = pageOf(one);
  return h(
    "div",
    { class: "subject" },
    h("span", { class: "id" }, `${name}\u00a0`, shortId(one.object_id, `Id of the ${inSentence(name)}`)),
    to && h("a", { href: to, "aria-label": `Open the ${inSentence(name)} ${one.object_id}` }, "Open"),
    view.query.get("object") !== one.object_id &&
      h(
        "a",
        {
          href: view.href(PATH, { object: one.object_id }),
          "aria-label": `All entries of the ${inSentence(name)} ${one.object_id}`,
        },
        "All entries",
      ),
  );
};

const PATHS = { api_key: "keys", delivery: "callbacks", issue: "tickets" };

const pageOf = ({ object_type: type, object_id: id, livemode }) => {
  if (livemode === null) {
    return null;
  }
  const path = PATHS[type] ?? kindOf(type)?.path;
  return path ? href(livemode ? "live" : "test", `${path}/${id}`) : null;
};

/** The values of something new or gone are shown alone, those of a change before and after it. */
const values = (one, changed) =>
  h(
    "dl",
    { class: "changes" },
    changed.map((line) => h("div", h("dt", line.label), h("dd", line.added ? parts(one, line) : step(one, line)))),
  );

const NONE = "None";

const step = ({ before, after }, line) => {
  if (before === null || after === null) {
    return line.after ?? line.before;
  }
  return [
    h("del", line.before ?? NONE),
    h("span", { class: "arrow" }, h("span", { class: "unseen" }, " became "), h("span", { "aria-hidden": "true" }, "\u2192")),
    h("ins", line.after ?? NONE),
  ];
};

const parts = ({ before, after }, { added, removed }) => {
  if (before === null || after === null) {
    return [...added, ...removed].join(", ");
  }
  return [
    added.length > 0 && h("p", quiet("Added "), h("ins", added.join(", "))),
    removed.length > 0 && h("p", quiet("Removed "), h("del", removed.join(", "))),
  ];
};

const who = (view, one) => {
  if (one.actor_type !== "user") {
    return personLink(view, STAFF, OPERATOR);
  }
  const you = one.actor === view.session.username;
  return h("span", personLink(view, USER + one.actor, one.actor), you && quiet(" (you)"));
};

const personLink = (view, actor, name) =>
  view.query.get("actor") === actor
    ? h("span", name)
    : h("a", { href: view.href(PATH, { actor }), "aria-label": `All entries of ${name}` }, name);
