// Starts the page. The page is readable without scripts.

import * as api from "./api.js";
import * as clock from "./clock.js";
import "./copy.js";
import * as line from "./line.js";
import "./look.js";
import { main, part, say, show, tell } from "./page.js";
import "./qr.js";
import * as redirect from "./redirect.js";
import * as slip from "./slip.js";
import * as strip from "./strip.js";
import * as watch from "./watch.js";

// Whether the page asks for another transfer while it checks a slip.
let asked = main.dataset.state === "checking" && part("fold").open;

const hear = ({ data, meta }) => {
  // The page does not contain hidden data: load it again.
  if (main.dataset.state === "consent" && meta.screen !== "consent") {
    location.reload();
    return;
  }
  // Another amount was accepted than the one that the page shows.
  if (meta.paid && meta.paid !== data.amount && meta.paid !== main.dataset.paid) {
    location.reload();
    return;
  }
  if (["pay", "checking"].includes(meta.screen) && data.status !== "expired" && !part("account-number").textContent) {
    location.reload();
    return;
  }
  main.dataset.status = data.status;
  clock.adjust(meta.timestamp, data.expires_at);
  const doubted = slip.standing(meta.slip, meta.screen);
  if (meta.screen !== main.dataset.state || (doubted && !asked)) {
    // The ways to pay are folded while a slip is checked, unless the page asks for another transfer. Later the payer decides.
    part("fold").open = meta.screen !== "checking" || doubted;
  }
  asked = doubted;
  show(meta.screen);
  line.show();
  strip.consider();
  redirect.consider(data.status, meta.screen, meta.slip.reason !== null);
};

part("consent").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    // If the conditions changed after this page was loaded, the new ones are shown next.
    await api.accept(part("consent").dataset.textVersion);
    location.reload();
  } catch (failure) {
    tell("consent-refusal", failure.status === 429 ? say("slow", failure.wait || 60) : say(failure.status ? "trouble" : "network"));
  }
});

if (main.dataset.token) {
  clock.start((over) => {
    line.over(over);
    if (over) {
      watch.soon();
    }
  });
  slip.start((body) => (body ? (hear(body), watch.soon()) : watch.soon()), redirect.touch);
  redirect.consider(main.dataset.status, main.dataset.state, !part("rejected").hidden);
  watch.start(hear);
}
