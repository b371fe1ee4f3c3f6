// Runs before the first paint: marks that scripts run, and applies the mode that the payer chose last time.
{
  const root = document.documentElement;
  const dark =
    /** @type {HTMLLinkElement} */
    (document.getElementById("dark"));
  if ("noModule" in document.createElement("script")) {
    root.dataset.scripted = "";
  }
  if (root.dataset.theme === "classic") {
    try {
      const chosen = localStorage.getItem("tical.pay.mode");
      if (chosen === "dark" || chosen === "light") {
        dark.media = chosen === "dark" ? "all" : "not all";
      }
    } catch {
      // Storage is disabled: the system's mode is used.
    }
  }
}
