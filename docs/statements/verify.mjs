// Verifies sealed documents of one wallet or of one bank account, in their order. Node.js 18 or later:
// node verify.mjs daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
// node verify.mjs bank-day-live-1-2026-11-21.txt bank-day-live-2-2026-11-22.txt …
// Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const ORDERS = {
  "tical-statement": /^organization environment currency date previous opening( movement)? closing$/,
  "tical-bank-day":
    /^account environment currency number previous by note (closed before opening( entry)? closing ledger( carried)?( payment)?|reopened)$/,
};
const REPEATED = ["movement", "entry", "carried", "payment"];
const STATE = ["number", "available", "held", "in_transit"];
const START = "0".repeat(64);
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
/** What each closed day of the bank account left, in their order, and the days of the entries that were seen. */
const closed = new Map();
const seen = new Map();
let expected, head, fromStart;

/** What a file follows from, and what the next one follows from but its head. */
function walletDay(lines, require, number) {
  const [wallet, day] = [lines.slice(1, 4), lines[4][1]];
  let state = lines[6].slice(1).map(number);
  const begin = String([wallet, day, state]);
  // Each movement has the next number, and names the balances after it.
  for (const [, count, , , , debit, credit, amount, , ...balances] of lines.slice(7, -1)) {
    const changes = { number: 1n, [debit]: -number(amount), [credit]: number(amount) };
    state = state.map((before, place) => before + (changes[STATE[place]] ?? 0n));
    require(String(state) === String([count, ...balances]), `movement ${count} does not follow from the one before`);
  }
  require(String(state) === String(lines.at(-1).slice(1)), "the movements do not come to the closing balances");
  return [begin, String([wallet, later(day, 1), state])];
}

/** The same of a line of the chain of a bank account. */
function bankDay(lines, require, number, name) {
  const [account, count] = [[lines[1][1], ...lines.slice(2, 4)], number(lines[4][1])];
  require(count !== 1n || lines[5][1] === START, "a chain begins with zeros");
  fromStart ??= count === 1n;
  const follows = [String([account, count]), String([account, count + 1n])];
  const [kind, today, until] = lines[8];
  if (kind === "reopened") {
    const last = [...closed.keys()].at(-1);
    require(last === undefined ? !fromStart : last === until && today <= until, "it opens days that are not closed");
    [...closed.keys()].filter((day) => day >= today).forEach((day) => closed.delete(day));
    [...seen].filter(([, day]) => day >= today).forEach(([entry]) => seen.delete(entry));
    return follows;
  }
  const value = (word) => number(lines.find((line) => line[0] === word)[1]);
  const [before, opening, closing] = ["before", "opening", "closing"].map(value);
  const [carried, due, payments] = [1, 2, 3].map(() => Object.create(null));
  const add = (sums, name, amount) => (sums[name] = (sums[name] ?? 0n) + amount);
  const once = (id) => require(!seen.has(id) && seen.set(id, today), `${id} is there twice`);
  const yesterday = closed.get(later(today, -1));
  const last = [...closed.values()].at(-1);
  const begins = closed.size > 0 ? yesterday === last && last.closing === before : !fromStart || before === opening;
  require(begins, "it does not begin where the day before ended");
  Object.entries(last?.carried ?? {}).forEach(([name, amount]) => add(due, name, amount));
  let entries = 0n;
  for (const [word, id, first, second, third] of lines) {
    if (word === "entry") {
      // What the ledger does not have is carried by its kind, and so is what it has with another amount.
      const [amount, posted] = [number(first), number(third)];
      once(id);
      entries += amount;
      add(due, posted === 0n ? second : "amount_difference", amount - posted);
    } else if (word === "carried") {
      require(!(id in carried), `${id} is there twice`);
      carried[id] = number(second);
    } else if (word === "payment") {
      require(!(` ${id}` in payments), `${id} is there twice`);
      payments[` ${id}`] = 0n;
      add(payments, `credited_${third === "proved" ? "later" : third}`, -number(second));
    }
  }
  const [fromBefore, apart] = [opening - before, closing - opening - entries];
  add(due, "opening_difference", fromBefore);
  add(due, "statement_difference", apart);
  // The bank's balance is the balance by the ledger and the differences; payments that no entry shows are some of these.
  const total = Object.values(carried).reduce((sum, amount) => sum + amount, 0n);
  require(closing === value("ledger") + total, "the ledger and the differences do not come to the closing balance");
  const same = (one, other) => (one ?? 0n) === (other ?? 0n);
  for (const kind of new Set([carried, due, payments].flatMap(Object.keys))) {
    if (kind.startsWith("credited_")) {
      require(same(carried[kind], payments[kind]), "the payments do not come to their sums");
    } else if (!kind.startsWith(" ") && (last || fromStart)) {
      require(same(carried[kind], due[kind]), `${kind} does not follow from the day before and the entries`);
    }
  }
  if (fromBefore !== 0n || apart !== 0n) {
    console.log(`${name}: the bank's balances differ by ${fromBefore} from the day before and by ${apart} from the entries`);
  }
  closed.set(today, { closing, carried });
  return follows;
}

for (const name of process.argv.slice(2)) {
  const require = (holds, what) => holds || (console.error(`${name}: ${what}`), process.exit(1));
  const number = (text) => require(/^(0|-?[1-9][0-9]*)$/.test(text), `${text} is not a number`) && BigInt(text);
  const data = readFileSync(name, "latin1");
  const body = data.slice(0, data.lastIndexOf("\nhead ") + 1);
  const lines = body.split("\n").slice(0, -1).map((line) => line.split(" "));
  const kind = { "tical-statement 1": walletDay, "tical-bank-day 1": bankDay }[lines[0]?.join(" ")];
  const words = lines.map((line) => line[0]);
  const order = words.filter((word, at) => at > 0 && !(REPEATED.includes(word) && words[at - 1] === word)).join(" ");
  require(kind && ORDERS[words[0]].test(order), "not a sealed document");
  const previous = lines[5][1];
  // The head covers the head before and all lines of this document.
  head = sha256(Buffer.from(previous, "hex"), sha256(Buffer.from(body, "latin1"))).toString("hex");
  require(/^[0-9a-f]{64}$/.test(previous) && data === `${body}head ${head}\n`, "the lines do not come to the head");
  const [begin, after] = kind(lines, require, number, name);
  require([undefined, String([previous, begin])].includes(expected), "it does not follow from the file before");
  expected = String([head, after]);
}
console.log(`OK ${process.argv.length - 2} days, head ${head}`);
