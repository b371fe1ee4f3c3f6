// The search: a dialog over everything that the reference has. The index is fetched when the dialog first opens.

const SHOWN_MAX = 40;
/** The worth of a kind, for which people look more often than for others. */
const KINDS = { Operation: 45, Object: 12, Guide: 20, Event: 15, Callback: 12, Error: 13, Field: 0 };

let entries = null;
let found = [];
let selected = 0;

const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};

const input = element("input", {
  type: "text", role: "combobox", id: "search-input", "aria-label": "Search the reference", "aria-controls": "search-found",
  "aria-expanded": "true", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", enterkeyhint: "go",
  placeholder: "Operations, fields, codes, events…",
});
const list = element("ul", { id: "search-found", role: "listbox", "aria-label": "Results" });
const state = element("p", { class: "search-state", role: "status" });
const close = element("button", { type: "button", class: "search-close" }, "Close");
const hint = element("p", { class: "search-hint", "aria-hidden": "true" },
  element("kbd", {}, "↑"), " ", element("kbd", {}, "↓"), " to move ", element("kbd", {}, "Enter"), " to open ", element("kbd", {}, "Esc"), " to close");
const dialog = element("dialog", { class: "search", "aria-label": "Search" },
  element("div", { class: "search-head" }, input, close), state, list, hint);
document.body.append(dialog);

/** How well an entry answers one word: 0 not at all, more is better. */
const worth = (entry, word) => {
  const title = entry.title;
  if (title === word) return 100;
  if (title.startsWith(word)) return 60;
  if (title.includes(` ${word}`) || title.includes(`_${word}`) || title.includes(`.${word}`)) return 40;
  if (title.includes(word)) return 25;
  return entry.text.includes(word) ? 8 : 0;
};

const rank = (entry, query, words) => {
  let sum = entry.title === query ? 60 : entry.text.includes(query) ? 10 : 0;
  for (const word of words) {
    const value = worth(entry, word);
    if (value === 0) return 0;
    sum += value;
  }
  return sum / words.length + KINDS[entry.kind];
};

const marked = (text, words) => {
  const parts = document.createDocumentFragment();
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  text.split(pattern).forEach((part, at) => parts.append(at % 2 === 1 ? element("mark", {}, part) : part));
  return parts;
};

const select = (at) => {
  list.children[selected]?.setAttribute("aria-selected", "false");
  selected = at;
  const option = list.children[at];
  if (option) {
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  } else {
    input.removeAttribute("aria-activedescendant");
  }
};

const leave = (entry) => {
  dialog.close();
  location.href = entry.address;
};

const show = () => {
  const query = input.value.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  if (entries === null) return;
  found = words.length === 0
    ? entries.filter((entry) => entry.kind === "Operation").slice(0, 8)
    : entries
      .map((entry) => ({ entry, value: rank(entry, query, words) }))
      .filter(({ value }) => value > 0)
      .sort((one, other) => other.value - one.value)
      .slice(0, SHOWN_MAX)
      .map(({ entry }) => entry);
  list.replaceChildren(...found.map((entry, at) => {
    const option = element("li", { role: "option", id: `found-${at}`, "aria-selected": "false" },
      element("span", { class: "kind" }, entry.kind),
      element("span", { class: "title" }, words.length ? marked(entry.name, words) : entry.name),
      element("span", { class: "detail" }, entry.detail));
    option.addEventListener("click", () => leave(entry));
    option.addEventListener("pointermove", () => { if (selected !== at) select(at); });
    return option;
  }));
  state.textContent = words.length === 0 ? "" : found.length === 0
    ? "Nothing found. Try a field such as order_ref, or a code such as INSUFFICIENT_BALANCE."
    : found.length === 1 ? "1 result" : `${found.length === SHOWN_MAX ? "The first " : ""}${found.length} results`;
  select(0);
  list.scrollTop = 0;
};

input.addEventListener("input", show);
input.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length) {
    event.preventDefault();
    select((selected + step + found.length) % found.length);
  } else if (event.key === "Enter" && found[selected]) {
    event.preventDefault();
    leave(found[selected]);
  }
});
close.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

/** Opens the search. Its index is at the address. */
export const open = async (address) => {
  if (!dialog.open) {
    dialog.showModal();
  }
  input.select();
  if (entries !== null) {
    show();
    return;
  }
  state.textContent = "Loading…";
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`status ${response.status}`);
    entries = (await response.json()).map(([kind, name, detail, target, more = ""]) => ({
      kind, name, detail, address: target, title: name.toLowerCase(), text: `${name} ${detail} ${more}`.toLowerCase(),
    }));
    show();
  } catch (failure) {
    state.textContent = `The index cannot be loaded (${failure.message}). Close the search and open it again.`;
  }
};
