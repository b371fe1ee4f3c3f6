// Before the first paint, so that who chose a look never sees the other one. Everything else is a module.
(() => {
  try {
    const theme = localStorage.getItem("tical.theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage is off: the system decides.
  }
})();
