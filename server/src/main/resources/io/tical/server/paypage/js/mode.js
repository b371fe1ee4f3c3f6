// Before anything is painted: says that scripts run, and puts on what the payer chose last time.
{
  const root = document.documentElement;
  const dark = document.getElementById("dark");
  root.dataset.scripted = "";
  if (root.dataset.theme === "classic") {
    try {
      const chosen = localStorage.getItem("tical.pay.mode");
      if (chosen === "dark" || chosen === "light") {
        dark.media = chosen === "dark" ? "all" : "not all";
      }
    } catch {
      // Storage is off: the system's mode it is.
    }
  }
}
