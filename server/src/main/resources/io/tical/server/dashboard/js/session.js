// Whether what a page shows is still its reader's to see: asked anew whenever the page comes back, and told to other tabs.

import { api } from "./api.js";

/** A page that was hidden for so long is asked about when it is looked at again. */
const AWAY_MS = 30_000;

/**
 * Watches over a page.
 *
 * @param page the element that holds all that a session shows
 * @param present the session that the page shows, or null
 * @param ended called with `left` or `ended` when it is over
 */
export const guard = ({ page, present, ended }) => {
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("tical.session") : null;
  let hiddenAt = 0;

  const same = (found) =>
    found.username === present().username && found.organization_id === present().organization_id;

  /** Asks who is signed in: `same`, `another`, `nobody`, or `unknown` where no answer came. */
  const whose = async () => {
    try {
      return same((await api.get("/api/session", { quiet: true })).data) ? "same" : "another";
    } catch (error) {
      return error.code === "SESSION_REQUIRED" ? "nobody" : "unknown";
    }
  };

  // A browser keeps a page that is left as it is, and shows it again by Back before a script can run. So it is kept hidden.
  addEventListener("pagehide", ({ persisted }) => {
    if (persisted && present()) {
      page.hidden = true;
    }
  });
  addEventListener("pageshow", async ({ persisted }) => {
    if (!persisted || !present()) {
      page.hidden = false;
      return;
    }
    page.hidden = true;
    const found = await whose();
    if (found === "nobody") {
      ended("ended");
    } else if (found !== "same") {
      location.reload();
      return;
    }
    page.hidden = false;
  });
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) {
      hiddenAt = Date.now();
    } else if (present() && hiddenAt && Date.now() - hiddenAt >= AWAY_MS) {
      const found = await whose();
      if (found === "nobody") {
        ended("ended");
      } else if (found === "another") {
        location.reload();
      }
    }
  });
  tabs?.addEventListener("message", ({ data }) => {
    if (!present()) {
      return;
    }
    if (data.left) {
      ended("left");
    } else if (!same(data)) {
      location.reload();
    }
  });

  return {
    /** This tab shows a session: one of somebody else in another tab is over. */
    began: ({ username, organization_id }) => tabs?.postMessage({ username, organization_id }),
    /** The session was ended here, and so in every tab. */
    left: () => tabs?.postMessage({ left: true }),
  };
};
