// Saves the QR code as a PNG: banking apps do not open SVG, and a phone cannot scan its own screen.

import { main, part } from "./page.js";

const PIXELS_PER_MODULE = 16;

part("save").addEventListener("click", () => {
  const code = part("qr").querySelector("svg");
  const side = code.viewBox.baseVal.width;
  const scale = Math.max(1, Math.round((PIXELS_PER_MODULE * 45) / side));
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side * scale;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = "black";
  for (const path of code.querySelectorAll("path")) {
    pen.fill(new Path2D(path.getAttribute("d")));
  }
  canvas.toBlob((picture) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(picture);
    link.download = `promptpay-${main.dataset.token.slice(0, 6)}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }, "image/png");
});
