// Starts the page of a deposit. When the deposit changed, the parts that show it are taken from the page as the service writes it now,
// so that they are the same with and without scripts.

import * as api from "./api.js";
import * as clock from "./clock.js";
import "./copy.js";
import * as line from "./line.js";
import "./look.js";
import { all, announce, main, part, show } from "./page.js";
import "./qr.js";
import * as redirect from "./redirect.js";
import * as strip from "./strip.js";
import * as watch from "./watch.js";

const SPOKEN = ["exact", "note"];

/** @param {Document} page */
const live = (page) => [...all("[data-live]", page)];
// As they were served: scripts change the time of a transfer and the word of a button.
const served = live(document).map((one) => one.outerHTML);

const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

const localise = () => {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = all(".transfers time");
  for (const when of times) {
    when.textContent = time.format(new Date(when.dateTime));
  }
};

const buttons = (within) => [within, ...within.querySelectorAll("button")];

const replace = (old, fresh) => {
  const focused = buttons(old).indexOf(document.activeElement);
  const added = document.importNode(fresh, true);
  old.replaceWith(added);
  buttons(added)[focused]?.focus({ preventScroll: true });
};

const spoken = () => SPOKEN.map((id) => (part(id).offsetParent ? part(id).textContent.trim() : ""));

const refresh = async () => {
  const page = new DOMParser().parseFromString(await api.page(), "text/html");
  const fresh = live(page);
  const { state, version } = all("#main", page)[0].dataset;
  const unknown = state === "pay" && !part("address").textContent;
  if (unknown || fresh.length !== served.length || !version) {
    // The page has no address that was not to be paid to, or is of another release of the service.
    location.reload();
    return;
  }
  const before = spoken();
  live(document).forEach((old, i) => {
    if (served[i] !== fresh[i].outerHTML) {
      served[i] = fresh[i].outerHTML;
      replace(old, fresh[i]);
    }
  });
  localise();
  main.dataset.version = version;
  show(state);
  document.title = page.title;
  const news = spoken().filter((text, i) => text && text !== before[i]);
  if (news.length > 0) {
    announce(news.join(" "));
  }
};

// A payer who must be told something is not sent away from it.
const goBack = () => redirect.consider(part("note").hidden ? main.dataset.status : "", main.dataset.state, false);

const hear = async ({ data, meta }) => {
  clock.adjust(meta.timestamp, data.expires_at);
  if (meta.version !== main.dataset.version) {
    await refresh();
  }
  line.show();
  strip.consider();
  main.dataset.status = data.status;
  goBack();
};

localise();
clock.start((over) => {
  line.over(over);
  if (over) {
    watch.soon();
  }
});
goBack();
watch.start(hear);
