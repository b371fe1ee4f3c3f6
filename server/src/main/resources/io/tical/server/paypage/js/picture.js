// Checks of a file before it is sent.

import { part } from "./page.js";

const BYTES_MAX = 10 * 1024 * 1024;
const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** The reason why a file is not accepted as a slip, as a key of words; empty if it is. */
export const refusal = async (file) => {
  if (file.size === 0) {
    return "empty";
  }
  let start;
  try {
    start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return "unreadable";
  }
  if (![PNG, JPEG].some((magic) => magic.every((byte, i) => start[i] === byte))) {
    return "notPicture";
  }
  return file.size > BYTES_MAX ? "tooLarge" : "";
};

/** `1.2 MB` */
export const size = (bytes) => (bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`);

/** Draws a preview. The file is decoded as a picture only; if that fails, there is no preview, and it can still be sent. */
export const preview = async (file) => {
  const canvas = part("preview");
  const density = Math.min(3, devicePixelRatio || 1);
  canvas.width = 56 * density;
  canvas.height = 72 * density;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.max(canvas.width / picture.width, canvas.height / picture.height);
    const width = picture.width * scale;
    const height = picture.height * scale;
    canvas.getContext("2d")?.drawImage(picture, (canvas.width - width) / 2, Math.min(0, (canvas.height - height) / 2), width, height);
    picture.close();
  } catch {
    // Too large for this browser, or damaged.
  }
};
