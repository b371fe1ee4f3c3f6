// A bar chart of daily amounts, drawn at its displayed size, with values by pointer or arrow keys. Its lengths are pixels where text has
// its usual size, and larger where people set larger text.

import { h, svg } from "../dom.js";
import { amount, count, day, oneUnit, shortAmount } from "../format.js";

const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 24;
const TOP = 8;
const TEXT = 12;
const WIDTH_MIN = 240;
const USUAL_TEXT_PX = 16;

const scale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX;

/** Round ticks for an axis from 0 to at least `top`: at most five, at least one whole unit between them. */
export const marks = (top, unit) => {
  const rough = Math.max(top, unit) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10) * power, unit);
  return Array.from({ length: Math.ceil(Math.max(top, unit) / step) + 1 }, (_, i) => i * step);
};

/**
 * The plot of one currency.
 *
 * @param days `[{date, payout_amount, payout_count, payin_amount, payin_count}]`, oldest first
 * @param series `[{kind, name}]`: the bars, left to right
 */
export const plot = (days, series, currency) => {
  const picture = svg("svg", { role: "presentation", focusable: "false", "font-size": TEXT });
  const reading = h("p", { class: "reading", "aria-live": "polite" });
  const box = h(
    "div",
    {
      class: "plot-box",
      tabindex: 0,
      role: "group",
      "aria-label": `Daily amounts in ${currency}. The arrow keys go from day to day; the table below has all of them.`,
    },
    picture,
  );
  let lookedAt = -1;
  let drawn = WIDTH_MIN;

  const total = (name) => days.reduce((sum, one) => sum + one[name], 0);
  const read = (title, numbers) =>
    reading.replaceChildren(
      h("b", title),
      ...series.map(({ kind, name }) => {
        const { sum, number } = numbers(kind);
        return h(
          "span",
          { class: `legend ${kind}` },
          h("i"),
          `${name}: ${amount(sum, currency)} ${currency} in ${count(number, kind)}`,
        );
      }),
    );
  const look = (index) => {
    lookedAt = index;
    picture.querySelectorAll(".day").forEach((part, i) => part.classList.toggle("looked-at", i === index));
    if (index < 0) {
      read(`${days.length} days`, (kind) => ({ sum: total(`${kind}_amount`), number: total(`${kind}_count`) }));
    } else {
      const one = days[index];
      read(day(one.date), (kind) => ({ sum: one[`${kind}_amount`], number: one[`${kind}_count`] }));
    }
  };

  const draw = (width) => {
    drawn = width;
    const top = Math.max(...days.flatMap((one) => series.map(({ kind }) => one[`${kind}_amount`])));
    const axis = marks(top, oneUnit(currency));
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / axis[axis.length - 1]);
    const slot = (width - LEFT) / days.length;
    const bar = Math.max(3, Math.min(28, (slot * 0.64) / series.length));
    const everyOther = slot < 48 ? (slot < 28 ? 4 : 2) : 1;
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    picture.replaceChildren(
      ...days.map((_, i) =>
        svg("rect", {
          class: i === lookedAt ? "day looked-at" : "day",
          x: LEFT + i * slot,
          y: TOP,
          width: slot,
          height: HEIGHT - TOP,
          rx: 4,
          "data-day": i,
        }),
      ),
      ...axis.flatMap((value, i) => [
        svg("line", { class: i ? "grid" : "ground-line", x1: LEFT, x2: width, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, shortAmount(value, currency)),
      ]),
      ...days
        .flatMap((one, i) => [
          (days.length - 1 - i) % everyOther === 0 &&
            svg("text", { x: LEFT + (i + 0.5) * slot, y: HEIGHT - 4, "text-anchor": "middle" }, day(one.date)),
          ...series.map(({ kind }, k) =>
            column(
              kind,
              LEFT + (i + 0.5) * slot + (k - series.length / 2) * bar + 1,
              bar - 2,
              y(one[`${kind}_amount`]),
              y(0),
            ),
          ),
        ])
        .filter(Boolean),
    );
  };

  box.addEventListener("pointermove", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    const under = Math.floor(((((event.clientX - left) / width) * drawn - LEFT) / (drawn - LEFT)) * days.length);
    look(under >= 0 && under < days.length ? under : -1);
  });
  box.addEventListener("pointerleave", () => look(-1));
  box.addEventListener("blur", () => look(-1));
  box.addEventListener("keydown", (event) => {
    const to = {
      ArrowLeft: lookedAt < 0 ? days.length - 1 : lookedAt - 1,
      ArrowRight: lookedAt + 1,
      Home: 0,
      End: days.length - 1,
      Escape: -1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      look(event.key === "Escape" ? -1 : Math.max(0, Math.min(days.length - 1, to)));
    }
  });
  new ResizeObserver(([{ contentRect }]) => draw(Math.max(WIDTH_MIN, Math.round(contentRect.width / scale())))).observe(box);
  look(-1);
  return h("div", { class: "plot stack" }, reading, box, asTable(days, series, currency));
};

/** A bar with rounded corners; a very low one is a thin line, so that it differs from none. */
const column = (kind, x, width, top, ground) => {
  const height = ground - top;
  if (height <= 0) {
    return null;
  }
  const round = Math.min(3, width / 2, height);
  const from = Math.min(top, ground - 1);
  return svg("path", {
    class: kind,
    d: `M${x} ${ground}V${from + round}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}V${ground}Z`,
  });
};

const asTable = (days, series, currency) =>
  h(
    "details",
    h("summary", "Show as a table"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        h("caption", { class: "unseen" }, `Daily amounts in ${currency}`),
        h(
          "thead",
          h(
            "tr",
            h("th", { scope: "col" }, "Day"),
            series.flatMap(({ name }) => [
              h("th", { scope: "col", class: "right" }, name),
              h("th", { scope: "col", class: "right" }, "Amount"),
            ]),
          ),
        ),
        h(
          "tbody",
          days.map((one) =>
            h(
              "tr",
              h("th", { scope: "row" }, day(one.date)),
              series.flatMap(({ kind }) => [
                h("td", { class: "right" }, one[`${kind}_count`]),
                h("td", { class: "right one-line" }, `${amount(one[`${kind}_amount`], currency)} ${currency}`),
              ]),
            ),
          ),
        ),
      ),
    ),
  );
