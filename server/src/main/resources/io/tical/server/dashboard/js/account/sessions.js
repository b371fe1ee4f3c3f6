// Where the user is signed in, and ending it.

import { api } from "../api.js";
import { h } from "../dom.js";
import { announce } from "../parts/announce.js";
import { zoneNote } from "../parts/list.js";
import { loaded, problem } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { time } from "../parts/values.js";

export const sessions = (view) => {
  const wrong = h("div", { class: "went-wrong" });
  const list = loaded(
    view,
    async () => (await api.get("/api/sessions", { signal: view.signal })).data,
    (found) => {
      all.hidden = found.length < 2;
      return [rows(found, end), h("div", { class: "table-foot" }, zoneNote())];
    },
  );
  const ending = async (pressed, path, said) => {
    pressed.disabled = true;
    wrong.replaceChildren();
    try {
      announce(said((await api.delete(path)).data));
      await list.again();
    } catch (error) {
      wrong.replaceChildren(problem(error));
    } finally {
      pressed.disabled = false;
    }
  };
  const end = (pressed, session) => ending(pressed, `/api/sessions/${session.id}`, () => "Session ended");
  const all = h(
    "button",
    {
      type: "button",
      class: "button",
      hidden: true,
      on: {
        click: ({ currentTarget }) =>
          ending(currentTarget, "/api/sessions", ({ ended }) => `${ended} ${ended === 1 ? "session" : "sessions"} ended`),
      },
    },
    "Sign out everywhere else",
  );
  return h(
    "section",
    { class: "section" },
    h("div", { class: "card-head" }, h("h2", "Where you are signed in"), all),
    wrong,
    list,
  );
};

const rows = (found, end) =>
  table({
    caption: "Sessions",
    rows: found,
    columns: [
      {
        title: "Browser",
        place: "main",
        cell: (one) => [h("b", one.browser ?? "Unknown"), one.current && h("span", { class: "quiet" }, " (this one)")],
      },
      { title: "Address", place: "lower", cell: (one) => h("span", { class: "number" }, one.source ?? "Unknown") },
      { title: "Last used", place: "whole labelled", cell: (one) => time(one.last_seen_at) },
      { title: "Signed in", place: "whole labelled", cell: (one) => time(one.created_at) },
      {
        title: h("span", { class: "unseen" }, "Actions"),
        right: true,
        place: "aside upper",
        cell: (one) =>
          one.current
            ? h("span", { class: "quiet" }, "In use")
            : h(
                "button",
                {
                  type: "button",
                  class: "button plain danger",
                  "aria-label": `End the session of ${one.browser ?? "an unknown browser"}`,
                  on: { click: ({ currentTarget }) => end(currentTarget, one) },
                },
                "End",
              ),
      },
    ],
  });
