// Icons. Each is next to its text, so screen readers ignore it.

import { svg } from "../dom.js";

const PATHS = {
  dot: [["circle", { cx: 6, cy: 6, r: 3, fill: "currentColor" }]],
  ring: [["circle", { cx: 6, cy: 6, r: 4, "stroke-width": 2 }]],
  tick: [["path", { d: "M2 6.5 4.8 9.3 10 3.2", "stroke-width": 2 }]],
  pause: [["path", { d: "M4 2.5v7M8 2.5v7", "stroke-width": 2 }]],
  cross: [["path", { d: "M3 3l6 6M9 3l-6 6", "stroke-width": 2 }]],
  dash: [["path", { d: "M2.5 6h7", "stroke-width": 2 }]],
  back: [["path", { d: "M5.2 2 2.2 5l3 3M2.5 5h4.3a2.6 2.6 0 0 1 0 5.2H4.5", "stroke-width": 1.6 }]],
  send: [["path", { d: "M2 6h7.4M6.4 2.8 9.6 6 6.4 9.2", "stroke-width": 1.8 }]],
  coins: [["path", { d: "M2 4h7L7.2 2M10 8H3l1.8 2", "stroke-width": 1.6 }]],
};

/** A status mark of 12 by 12. */
export const mark = (name) => picture(12, PATHS[name]);

const LARGE = {
  copy: ["M5.5 5.5h7v8h-7z", "M10.5 5.5v-3h-7v8h2"],
  done: ["M3 8.6 6.4 12 13 4.6"],
  close: ["M4 4l8 8M12 4l-8 8"],
  menu: ["M2.5 4.5h11M2.5 8h11M2.5 11.5h11"],
  person: ["M8 8.2a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8Z", "M2.8 13.8c.5-2.3 2.6-3.6 5.2-3.6s4.7 1.3 5.2 3.6"],
  left: ["M9.8 3.2 5 8l4.8 4.8"],
  filter: ["M2.5 4h11M4.5 8h7M6.5 12h3"],
  download: ["M8 2.5v7M4.8 6.6 8 9.8l3.2-3.2", "M2.8 11.5v2h10.4v-2"],
  send: ["M2.8 8h10M8.8 4l4 4-4 4"],
  out: ["M6.5 3.5h-4v10h10v-4", "M9.5 2.5h4v4M13.2 2.8 7.5 8.5"],
  right: ["M6.2 3.2 11 8l-4.8 4.8"],
};

/** A picture of 16 by 16, for buttons. */
export const icon = (name) =>
  picture(
    16,
    LARGE[name].map((d) => ["path", { d, "stroke-width": 1.5 }]),
  );

const NOTICES = {
  info: "M10 9.2v4.6M10 6.2v.2",
  success: "M6 10.4 8.8 13.2 14 7.4",
  warning: "M10 5.8v5.2M10 13.8v.2",
  failure: "M7 7l6 6M13 7l-6 6",
};

/** A picture of 20 by 20, for notices. */
export const sign = (name) =>
  picture(20, [
    ["circle", { cx: 10, cy: 10, r: 8.2, "stroke-width": 1.6 }],
    ["path", { d: NOTICES[name], "stroke-width": 2 }],
  ]);

/** A length that is of this many pixels where text has its usual size, and follows the text size of the browser. */
const withText = (pixels) => `${pixels / 16}rem`;

const picture = (size, shapes) =>
  svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      width: withText(size),
      height: withText(size),
      fill: "none",
      stroke: "currentColor",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
      focusable: "false",
    },
    shapes.map(([name, attributes]) => svg(name, attributes)),
  );

/** The logo. */
export const logo = () =>
  svg(
    "svg",
    { class: "logo", viewBox: "0 0 32 32", width: withText(24), height: withText(24), "aria-hidden": "true", focusable: "false" },
    svg("rect", { width: 32, height: 32, rx: 7 }),
    svg("path", { d: "M6 8h20v5h-7.5v12h-5V13H6z" }),
  );
