// Checks that the session of a page is still valid whenever the page is shown again, and informs other tabs.

import { api } from "./api.js";

/** A page that was hidden for this time is checked when it is shown again. */
const AWAY_MS = 30_000;

/** How often a page in sight asks whether its session has ended elsewhere; asking does not keep it active. */
const WATCH_MS = 5_000;

/**
 * Watches the session of a page.
 *
 * @param page the element that contains all data of a session
 * @param present the session that the page shows, or null
 * @param ended called with `left` or `ended` when the session has ended
 */
export const guard = ({ page, present, ended }) => {
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("tical.session") : null;
  let hiddenAt = 0;

  const same = (found) =>
    found.username === present().username && found.organization_id === present().organization_id;

  /** Reads the signed-in user: `same`, `another`, `nobody`, or `unknown` without an answer. */
  const whose = async () => {
    try {
      return same((await api.get("/api/session", { quiet: true })).data) ? "same" : "another";
    } catch (error) {
      return error.code === "SESSION_REQUIRED" ? "nobody" : "unknown";
    }
  };

  // A browser may restore a page by Back before a script runs, so the page is hidden when it is left.
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
  setInterval(async () => {
    if (document.hidden || !present()) {
      return;
    }
    try {
      await api.get("/api/session/state", { quiet: true });
    } catch (error) {
      if (error.code === "SESSION_REQUIRED" && present()) {
        ended("ended");
      }
    }
  }, WATCH_MS);
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
    /** This tab shows a session: sessions of other users in other tabs have ended. */
    began: ({ username, organization_id }) => tabs?.postMessage({ username, organization_id }),
    /** The session was ended here, and therefore in every tab. */
    left: () => tabs?.postMessage({ left: true }),
  };
};
