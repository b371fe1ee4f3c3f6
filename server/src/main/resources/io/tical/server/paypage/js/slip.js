// Selecting, previewing and sending a slip.

import * as api from "./api.js";
import { all, announce, knows, part, say, tell } from "./page.js";
import { preview, refusal, size } from "./picture.js";

/** @type {File | null} */
let chosen = null;
/** @type {(() => void) | null} */
let giveUp = null;
/** @type {(body: any) => void} */
let sent = () => {};
/** @type {(event?: Event) => void} */
let touched = () => {};

/** @type {Record<string, string>} */
const CODES = {
  PAYLOAD_TOO_LARGE: "tooLarge",
  UNSUPPORTED_MEDIA_TYPE: "notPicture",
  IMAGE_TOO_LARGE: "unreadable",
  IMAGE_TOO_LONG: "tooLong",
  IMAGE_UNREADABLE: "unreadable",
  SLIP_LIMIT_REACHED: "used",
  PAYIN_STATUS_TRANSITION_INVALID: "closed",
};

const sentence = ({ status, code, wait }) => {
  if (status === 0) {
    return say("network");
  }
  return status === 429 ? say("slow", wait || 60) : say(CODES[code] ?? "trouble");
};

/** The visible part of the form: selection, preview or progress. */
const stand = (state) => {
  part("drop").hidden = state !== "empty";
  part("chosen").hidden = state === "empty";
  part("other").hidden = state === "sending";
  part("send").hidden = state !== "chosen";
  part("sending").hidden = state !== "sending";
};

/** Resets the form and moves the focus to the file selection if its button disappeared. */
const clear = () => {
  // Elsewhere it is when the page heard of the slip before the upload was answered, and moved on.
  const within = document.activeElement === document.body || part("slip").contains(document.activeElement);
  chosen = null;
  part("file").value = "";
  stand("empty");
  if (within) {
    part("file").focus({ preventScroll: true });
  }
};

const choose = async (file) => {
  if (!file || giveUp) {
    return;
  }
  const why = await refusal(file);
  if (why) {
    clear();
    tell("refusal", say(why));
    return;
  }
  chosen = file;
  tell("refusal", "");
  tell("arrived", "");
  part("file-name").textContent = file.name;
  part("file-size").textContent = size(file.size);
  stand("chosen");
  part("send").focus();
  await preview(file);
};

const progress = (percent) => {
  part("progress").value = percent;
  // The upload is complete before the service has checked it.
  part("percent").textContent = percent < 100 ? say("sending", percent) : say("sent");
  if (percent >= 100 && !part("cancel").hidden) {
    // What was sent cannot be taken back.
    part("sending").focus();
    part("cancel").hidden = true;
  }
};

const send = () => {
  tell("refusal", "");
  part("cancel").hidden = false;
  progress(0);
  stand("sending");
  // Not the cancel button, because Enter may still be pressed.
  part("sending").focus();
  giveUp = api.send(chosen, {
    progress,
    done: (body) => {
      giveUp = null;
      clear();
      tell("arrived", say("arrived"));
      announce(say("arrived"));
      sent(body);
    },
    failed: (failure) => {
      giveUp = null;
      if (failure.status === 413 || failure.status === 415 || failure.status === 400) {
        clear();
      } else {
        stand("chosen");
        part("send").focus();
      }
      tell("refusal", sentence(failure));
      if (failure.status === 409 || failure.status === 422) {
        sent(null);
      }
    },
  });
};

const dropped = (event) => {
  const over = part("drop");
  const files = [...(event.dataTransfer?.types ?? [])].includes("Files");
  if (!files) {
    return;
  }
  // Outside the drop area the browser would open the file and leave the page.
  event.preventDefault();
  touched(event);
  over.toggleAttribute("data-over", event.type === "dragover");
  if (event.type === "drop" && over.offsetParent !== null) {
    choose(event.dataTransfer.files[0]);
  }
};

/**
 * `then` is called with the service's answer, or with null if the payment must be loaded again; `touch` with every event that
 * shows that the payer uses the form.
 */
export const start = (then, touch) => {
  sent = then;
  touched = touch;
  for (const kind of ["pointerdown", "focusin", "keydown", "click", "change"]) {
    part("slips").addEventListener(kind, touch);
  }
  part("file").addEventListener("change", () => choose(part("file").files?.[0]));
  part("other").addEventListener("click", () => part("file").click());
  part("cancel").addEventListener("click", ({ detail }) => {
    // The second click of a double click on the previous button.
    if (detail > 1) {
      return;
    }
    giveUp?.();
    giveUp = null;
    stand("chosen");
    part("send").focus();
  });
  part("slip").addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen && !giveUp) {
      send();
    }
  });
  for (const kind of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(kind, dropped);
  }
  document.addEventListener("paste", ({ clipboardData }) => {
    if (clipboardData?.files.length && part("slip").offsetParent !== null) {
      touched();
      choose(clipboardData.files[0]);
    }
  });
};

/** @type {Record<string, string>} */
const SHAPES = { pending: "i-ring", accepted: "i-tick", rejected: "i-cross" };

const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

const item = ({ at, status }) => {
  const icon =
    /** @type {Element} */
    (part("rejected").querySelector("svg")?.cloneNode(true));
  icon.firstElementChild?.setAttribute("href", `#${SHAPES[status]}`);
  const word = document.createElement("b");
  word.textContent = say(`sent.${status}`);
  const when = document.createElement("time");
  when.dateTime = new Date(at * 1000).toISOString();
  when.textContent = time.format(at * 1000);
  const sent = document.createElement("li");
  sent.dataset.status = status;
  sent.append(icon, word, when);
  return sent;
};

/** What the payer must know about the last slip: why it was rejected, or what does not fit. */
const trouble = ({ reason, sent, uploads_left: left }, screen) => {
  if (reason && ["pay", "expired"].includes(screen)) {
    return say(knows(`rejected.${reason}`) ? `rejected.${reason}` : "rejected.other");
  }
  const doubt = sent.at(-1)?.doubt;
  return doubt && screen === "checking" && left > 0 && knows(`doubt.${doubt}`) ? say(`doubt.${doubt}`) : "";
};

/** Shows the state of the slips. Returns whether the payer is asked for the slip of another transfer while one is checked. */
export const standing = (slip, screen) => {
  const { uploads_left: left, accepting, sent } = slip;
  part("slips").hidden = !(accepting && left > 0);
  part("used").hidden = left !== 0;
  part("sent").hidden = sent.length === 0;
  part("sent-list").replaceChildren(...sent.map(item));
  const told = trouble(slip, screen);
  if (told && (part("rejected").hidden || part("rejected-why").textContent !== told)) {
    announce(told);
  }
  if (!sent.some(({ status }) => status === "pending")) {
    // It said that the slip is being checked.
    tell("arrived", "");
  }
  part("rejected").hidden = !told;
  part("rejected-why").textContent = told;
  tell("left", left > 3 || left === 0 ? "" : left === 1 ? say("leftOne") : say("left", left));
  return Boolean(told) && screen === "checking";
};

/** @type {NodeListOf<HTMLTimeElement>} */
const times = all("#sent-list time");
for (const when of times) {
  when.textContent = time.format(new Date(when.dateTime));
}
