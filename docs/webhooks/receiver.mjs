// Receives callbacks. Node.js 18 or later:
// TICAL_WEBHOOK_SECRET=whsec_… PORT=8090 node receiver.mjs

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const TOLERANCE_SECONDS = 300;
const BODY_BYTES_MAX = 1 << 20;

/** Whether a callback is from Tical, as it was sent, and fresh. The body is a Buffer of the raw bytes, before any parsing. */
function verify(secret, timestamp, signatureHeader, body) {
  if (!/^[1-9][0-9]{0,11}$/.test(timestamp ?? "")) {
    return false;
  }
  if (Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp)) > TOLERANCE_SECONDS) {
    return false;
  }
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
  const expected = Buffer.from(`v1=${digest}`);
  let valid = false;
  // While a secret is rotated there are two signatures, and one of them has to fit.
  for (const signature of (signatureHeader ?? "").split(",")) {
    const given = Buffer.from(signature.trim());
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      valid = true;
    }
  }
  return valid;
}

const secret = process.env.TICAL_WEBHOOK_SECRET;
if (!secret) {
  throw new Error("set TICAL_WEBHOOK_SECRET");
}

async function receive(request, response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BODY_BYTES_MAX) {
      response.writeHead(413).end();
      return;
    }
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!verify(secret, request.headers["x-p2p-timestamp"], request.headers["x-p2p-signature"], body)) {
    response.writeHead(401).end();
    return;
  }
  // Here: store the body under its id, unless that id is stored already, and work on it after the answer.
  console.log(request.headers["webhook-id"], body.toString());
  response.writeHead(200).end();
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env.PORT ?? 8090), "127.0.0.1", () => {
  console.log(`listening on port ${server.address().port}`);
});
