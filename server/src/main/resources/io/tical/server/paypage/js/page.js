// What is on the page: its parts, its words, and which screen it shows.

/** An element by its id. */
export const part = (id) => document.getElementById(id);

export const main = part("main");

const words = JSON.parse(part("words").textContent);

/** A sentence in the page's language; `{n}` in it is replaced. */
export const say = (key, n = "") => (words[key] ?? words.trouble).replaceAll("{n}", n);

/** Whether there are words for this key. */
export const knows = (key) => key in words;

/** Tells it to who listens to the page. */
export const announce = (text) => {
  const heard = part("heard");
  heard.textContent = "";
  // A reader hears what changes, so the same sentence twice must change too.
  setTimeout(() => {
    heard.textContent = text;
  }, 50);
};

/** Shows a text where there is one, hides its place where there is none. */
export const tell = (id, text) => {
  const place = part(id);
  place.textContent = text;
  place.hidden = !text;
};

/** Shows the screen of this name; who listens to the page is taken to its heading. */
export const show = (screen) => {
  if (main.dataset.state === screen) {
    return;
  }
  main.dataset.state = screen;
  for (const one of document.querySelectorAll("[data-in]")) {
    one.hidden = !one.dataset.in.split(" ").includes(screen);
  }
  document.title = say(`title.${screen}`);
  const heading = [...main.querySelectorAll("h1")].find((one) => one.offsetParent !== null);
  heading?.focus({ preventScroll: true });
  scrollTo(0, 0);
};
