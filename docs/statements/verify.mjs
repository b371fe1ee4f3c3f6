// Verifies sealed daily statements of one wallet, in the order of their days. Node.js 18 or later:
// node verify.mjs daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
// Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const STATE = ["number", "available", "held", "in_transit"];
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
let expected, head;
for (const name of process.argv.slice(2)) {
  const require = (holds, what) => holds || (console.error(`${name}: ${what}`), process.exit(1));
  const data = readFileSync(name, "latin1");
  const body = data.slice(0, Math.max(0, data.lastIndexOf("head ")));
  const lines = body.split("\n").slice(0, -1).map((line) => line.split(" "));
  require(lines.length > 7 && lines[0].join(" ") === "tical-statement 1", "not a daily statement");
  const [wallet, day, previous] = [lines.slice(1, 4), lines[4][1], lines[5][1]];
  let state = lines[6].slice(1).map(BigInt);
  // The head covers the head of the day before and all lines of this day.
  head = sha256(Buffer.from(previous, "hex"), sha256(Buffer.from(body, "latin1"))).toString("hex");
  require(data === `${body}head ${head}\n`, "the lines do not come to the head");
  require([undefined, String([wallet, day, previous, state])].includes(expected), "it does not follow from the file before");
  // Each movement has the next number, and names the balances after it.
  for (const [, number, , , , debit, credit, amount, , ...balances] of lines.slice(7, -1)) {
    const changes = { number: 1n, [debit]: -BigInt(amount), [credit]: BigInt(amount) };
    state = state.map((before, place) => before + (changes[STATE[place]] ?? 0n));
    require(String(state) === String([number, ...balances]), `movement ${number} does not follow from the one before`);
  }
  require(String(state) === String(lines.at(-1).slice(1)), "the movements do not come to the closing balances");
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  expected = String([wallet, next, head, state]);
}
console.log(`OK ${process.argv.length - 2} days, head ${head}`);
