// The pages are complete without scripts. This one adds copy buttons, remembers the language of examples, opens the search, and
// leads links to the anchors of the former single page to where these parts are now.

const root = document.documentElement;

const moved = () => {
  const entry = location.pathname === "/docs" && location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  /** @type {HTMLAnchorElement | null | undefined} */
  const link = entry?.querySelector(entry.matches("li") ? "a" : "h2 a");
  if (link && entry?.id !== "top") {
    location.replace(link.href);
  }
};
addEventListener("hashchange", moved);
moved();

const remembered = () => {
  try {
    return localStorage.getItem("tical.docs.language");
  } catch {
    return null;
  }
};

const choices = [...document.querySelectorAll("input")].filter((input) => input.matches(".languages input"));
const choose = (language) => {
  for (const choice of choices) {
    choice.checked = choice.value === language;
  }
};
const known = remembered();
if (choices.some((choice) => choice.value === known)) {
  choose(known);
}
for (const choice of choices) {
  choice.addEventListener("change", () => {
    choose(choice.value);
    try {
      localStorage.setItem("tical.docs.language", choice.value);
    } catch {
      // A browser that keeps nothing shows curl again on the next page.
    }
  });
}
addEventListener("storage", (event) => {
  if (event.key === "tical.docs.language" && event.newValue) {
    choose(event.newValue);
  }
});

if (navigator.clipboard) {
  for (const block of document.querySelectorAll("pre")) {
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    frame.append(block, button);
  }
}

const contents = /** @type {HTMLElement} */ (document.getElementById("contents"));
/** @type {HTMLElement | null} */
const current = contents.querySelector("[aria-current]");
if (current && getComputedStyle(contents).position === "sticky") {
  contents.scrollTop = current.offsetTop - contents.clientHeight / 3;
}

const opener = /** @type {HTMLElement} */ (document.querySelector(".search-button"));
const apple = /Mac|iPhone|iPad/.test(navigator.platform);
opener.hidden = false;
opener.querySelector("kbd")?.replaceChildren(apple ? "⌘ K" : "Ctrl K");
const search = async () => {
  const { open } = await import(opener.dataset.module ?? "");
  open(opener.dataset.index);
};
opener.addEventListener("click", search);
addEventListener("keydown", (event) => {
  const shortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (shortcut || (event.key === "/" && !typing)) {
    event.preventDefault();
    search();
  }
});

root.dataset.ready = "";
