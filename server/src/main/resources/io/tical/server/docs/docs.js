// The page is complete without this script. It adds copy buttons, closes the contents after a selection, and marks the current section.

const copied = (button) => {
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
};

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
    button.addEventListener("click", () => navigator.clipboard.writeText(block.textContent).then(() => copied(button)));
    frame.append(block, button);
  }
}

const contents = document.getElementById("contents");
contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && contents.matches(":popover-open")) {
    contents.hidePopover();
  }
});

const entries = new Map([...contents.querySelectorAll("a")].map((entry) => [entry.hash.slice(1), entry]));
const sections = [...document.querySelectorAll("main section[id]")].filter((section) => entries.has(section.id));
let current = null;

const show = (entry) => {
  current?.removeAttribute("aria-current");
  entry?.setAttribute("aria-current", "true");
  current = entry;
  if (entry && getComputedStyle(contents).position === "sticky") {
    const edge = contents.getBoundingClientRect();
    const place = entry.getBoundingClientRect();
    if (place.top < edge.top + 48 || place.bottom > edge.bottom - 48) {
      contents.scrollTop += place.top - edge.top - edge.height / 3;
    }
  }
};

let waiting = false;
const follow = () => {
  if (waiting) {
    return;
  }
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const reading = sections.findLast((section) => section.getBoundingClientRect().top <= 144);
    const entry = reading ? entries.get(reading.id) : null;
    if (entry !== current) {
      show(entry);
    }
  });
};
addEventListener("scroll", follow, { passive: true });
follow();
