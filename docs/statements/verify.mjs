// Verifies sealed documents of one wallet or of one bank account, in their order. Node.js 18 or later:
// node verify.mjs daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
// node verify.mjs bank-day-live-1-2026-11-21.txt bank-day-live-2-2026-11-22.txt …
// Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const STATE = ["number", "available", "held", "in_transit"];
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const closed = new Map();
let expected, head;

/** What a file follows from, and what the next one follows from but its head. */
function walletDay(lines, require) {
  const [wallet, day] = [lines.slice(1, 4), lines[4][1]];
  let state = lines[6].slice(1).map(BigInt);
  const begin = String([wallet, day, state]);
  // Each movement has the next number, and names the balances after it.
  for (const [, number, , , , debit, credit, amount, , ...balances] of lines.slice(7, -1)) {
    const changes = { number: 1n, [debit]: -BigInt(amount), [credit]: BigInt(amount) };
    state = state.map((before, place) => before + (changes[STATE[place]] ?? 0n));
    require(String(state) === String([number, ...balances]), `movement ${number} does not follow from the one before`);
  }
  require(String(state) === String(lines.at(-1).slice(1)), "the movements do not come to the closing balances");
  return [begin, String([wallet, later(day, 1), state])];
}

/** The same of a line of the chain of a bank account. */
function bankDay(lines, require, name) {
  const [account, number] = [[lines[1][1], ...lines.slice(2, 4)], BigInt(lines[4][1])];
  const follows = [String([account, number]), String([account, number + 1n])];
  const today = lines[8][1];
  if (lines[8][0] === "reopened") {
    [...closed.keys()].filter((day) => day >= today).forEach((day) => closed.delete(day));
    return follows;
  }
  const value = (word) => BigInt(lines.find((line) => line[0] === word)[1]);
  const total = (word, field, kind = "") =>
    lines.filter((line) => line[0] === word && line[1].startsWith(kind)).reduce((sum, line) => sum + BigInt(line[field]), 0n);
  const begins = closed.size === 0 || closed.get(later(today, -1)) === value("before");
  require(begins, "it does not begin where the day before ended");
  // The bank's balance is the balance by the ledger and the differences; payments that no entry shows are some of these.
  const equal = value("closing") === value("ledger") + total("carried", 3);
  require(equal, "the ledger and the differences do not come to the closing balance");
  require(total("carried", 3, "credited_") === -total("payment", 3), "the payments do not come to their sums");
  const fromBefore = value("opening") - value("before");
  const apart = value("closing") - value("opening") - total("entry", 2);
  if (fromBefore !== 0n || apart !== 0n) {
    console.log(`${name}: the bank's balances differ by ${fromBefore} from the day before and by ${apart} from the entries`);
  }
  closed.set(today, value("closing"));
  return follows;
}

for (const name of process.argv.slice(2)) {
  const require = (holds, what) => holds || (console.error(`${name}: ${what}`), process.exit(1));
  const data = readFileSync(name, "latin1");
  const body = data.slice(0, data.lastIndexOf("\nhead ") + 1);
  const lines = body.split("\n").slice(0, -1).map((line) => line.split(" "));
  const kind = { "tical-statement 1": walletDay, "tical-bank-day 1": bankDay }[lines[0]?.join(" ")];
  require(kind && lines.length > 7, "not a sealed document");
  const previous = lines[5][1];
  // The head covers the head before and all lines of this document.
  head = sha256(Buffer.from(previous, "hex"), sha256(Buffer.from(body, "latin1"))).toString("hex");
  require(data === `${body}head ${head}\n`, "the lines do not come to the head");
  const [begin, after] = kind(lines, require, name);
  require([undefined, String([previous, begin])].includes(expected), "it does not follow from the file before");
  expected = String([head, after]);
}
console.log(`OK ${process.argv.length - 2} days, head ${head}`);
