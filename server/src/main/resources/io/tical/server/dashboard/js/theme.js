// Runs before the first paint, so that the chosen theme is used from the start. Everything else is a module.
(() => {
  try {
    const theme = localStorage.getItem("tical.theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // Storage is disabled: the system's preference is used.
  }
})();
