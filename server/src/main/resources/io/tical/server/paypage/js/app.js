// Starts the page. The page is readable without scripts.

import * as api from "./api.js";
import * as clock from "./clock.js";
import "./copy.js";
import "./look.js";
import { main, part, say, show, tell } from "./page.js";
import "./qr.js";
import * as redirect from "./redirect.js";
import * as slip from "./slip.js";
import * as strip from "./strip.js";
import * as watch from "./watch.js";

const hear = ({ data, meta }) => {
  // The page does not contain hidden data: load it again.
  if (main.dataset.state === "consent" && meta.screen !== "consent") {
    location.reload();
    return;
  }
  if (meta.screen === "pay" && main.dataset.state !== "pay" && !part("account-number").textContent) {
    location.reload();
    return;
  }
  clock.adjust(meta.timestamp, data.expires_at);
  slip.standing(meta.slip, meta.screen);
  show(meta.screen);
  strip.consider();
  main.dataset.status = data.status;
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
  clock.start(() => {
    if (main.dataset.state === "pay" || main.dataset.state === "consent") {
      part("waiting").textContent = say("timeUp");
    }
    watch.soon();
  });
  slip.start((body) => (body ? (hear(body), watch.soon()) : watch.soon()), redirect.touch);
  redirect.consider(main.dataset.status, main.dataset.state, !part("rejected").hidden);
  watch.start(hear);
}
