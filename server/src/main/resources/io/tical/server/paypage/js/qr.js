// Saves the QR code as a PNG, or shares it with a bank's app: banking apps do not open SVG, and a phone cannot scan its own screen.

import { all, main, part } from "./page.js";

const PIXELS_PER_MODULE = 16;
const TYPE = "image/png";
const name = `${main.dataset.picture}-${main.dataset.token.slice(0, 6)}.png`;

const picture = () => {
  /** @type {NodeListOf<SVGSVGElement>} */
  const [code] = all("svg", part("qr"));
  const side = code.viewBox.baseVal.width;
  const scale = Math.max(1, Math.round((PIXELS_PER_MODULE * 45) / side));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side * scale;
  const pen =
    /** @type {CanvasRenderingContext2D} */
    (canvas.getContext("2d"));
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = "black";
  for (const path of code.querySelectorAll("path")) {
    pen.fill(new Path2D(path.getAttribute("d") ?? ""));
  }
  return new Promise((drawn) => canvas.toBlob(drawn, TYPE));
};

part("save").addEventListener("click", async () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await picture());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

const file = (content) => new File(content, name, { type: TYPE });

part("share").hidden = !navigator.canShare?.({ files: [file([])] });
part("share").addEventListener("click", async () => {
  try {
    await navigator.share({ files: [file([await picture()])] });
  } catch {
    // The payer closed the platform's dialogue, or no app took it: the code can still be saved.
  }
});
