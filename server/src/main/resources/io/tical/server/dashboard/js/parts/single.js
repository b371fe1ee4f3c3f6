// The screen of one object of a list: its facts and its timeline.

import { api } from "../api.js";
import { h } from "../dom.js";
import { words } from "../format.js";
import { icon } from "./icons.js";
import { zoneNote } from "./list.js";
import { live } from "./live.js";
import { loaded } from "./notice.js";
import { timeline } from "./timeline.js";
import { href } from "../router.js";

/**
 * @param {any} view
 * @param {object} given
 * @param {string} given.from the operation that lists the objects
 * @param {string} given.path of the list's screen
 * @param {string[]} given.titles of one object and of the list
 * @param {string} given.kind the type of the object in its timeline
 * @param {(one: any) => string} given.named the name of an object
 * @param {(one: any) => boolean} [given.isFinal] whether nothing more happens to it
 * @param {(one: any) => any} given.show nodes above the timeline
 * @param {(one: any) => any} given.more nodes below it
 */
export const single = (view, { from, path, titles: [one, all], kind, named, isFinal = () => true, show, more }) => ({
  title: one,
  back: h("a", { class: "back", href: view.href(path) }, icon("left"), all),
  content: live(
    view,
    () => ask(view, from),
    (data) => {
      view.name(named(data));
      return h(
        "div",
        { class: "blocks" },
        show(data),
        h(
          "section",
          { class: "card padded" },
          h("h2", "Timeline"),
          loaded(
            view,
            async () => (await api.get(`${from}/${data.id}/timeline`, { signal: view.signal })).data,
            (items) => timeline(items, { view, kind, currency: data.currency ?? data.currency_code }),
          ),
        ),
        more(data),
        zoneNote(),
        !isFinal(data) && h("p", { class: "quiet small" }, `This page updates automatically until the ${one.toLowerCase()} has an outcome.`),
      );
    },
    { isFinal, told: (data) => `${one}: ${words(data.status)}`, explain: (error) => error.status === 404 && h("a", { class: "button", href: view.href(path) }, `All ${all.toLowerCase()}`) },
  ),
});

/** The object; its screen is that of its environment. */
const ask = async (view, from) => {
  const { data } = await api.get(`${from}/${encodeURIComponent(view.params.id)}`, { signal: view.signal });
  const environment = data.livemode ? "live" : "test";
  if (environment !== view.environment) {
    view.goTo(href(environment, view.path), { replace: true });
  }
  return data;
};
