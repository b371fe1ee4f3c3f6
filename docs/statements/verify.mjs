// Verifies sealed daily statements of one wallet, in the order of their days. Node.js 18 or later:
// node verify.mjs daily-live-THB-2026-11-21.txt daily-live-THB-2026-11-22.txt …
// Anybody can make a file that fits itself: compare the head that this prints with the one of your newest file, kept since you got it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const ACCOUNTS = ["available", "held", "in_transit"];
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
let wallet, date, head, balance;
for (const name of process.argv.slice(2)) {
  const require = (holds, what) => {
    if (!holds) {
      console.error(`${name}: ${what}`);
      process.exit(1);
    }
  };
  const data = readFileSync(name);
  const body = data.subarray(0, Math.max(0, data.lastIndexOf("head ")));
  const lines = body.toString("latin1").split("\n").map((line) => line.split(" "));
  require(lines[0].join(" ") === "tical-statement 1" && lines.pop().join() === "", "not a daily statement");
  const previous = lines[5][1];
  const before = head;
  head = sha256(Buffer.from(previous, "hex"), sha256(body)).toString("hex");
  require(data.subarray(body.length).toString("latin1") === `head ${head}\n`, "the lines do not come to the head");
  const day = Date.parse(lines[4][1]);
  // Amounts may be larger than a number of JavaScript holds exactly.
  const [opening, closing] = [lines[6], lines.at(-1)].map((line) => line.slice(1).map(BigInt));
  require(before === undefined || before === previous, "it does not follow from the head of the file before");
  require(date === undefined || day - date === 86_400_000, "it is not of the day after the file before");
  require(wallet === undefined || wallet === lines.slice(1, 4).join(), "it is of another wallet");
  require(balance === undefined || balance === opening.join(), "it does not open with the closing balances of the file before");
  for (const line of lines.slice(7, -1)) {
    opening[0] += 1n;
    [[line[5], -1n], [line[6], 1n]].filter(([account]) => ACCOUNTS.includes(account)).forEach(([account, sign]) => {
      opening[1 + ACCOUNTS.indexOf(account)] += sign * BigInt(line[7]);
    });
    require([line[1], ...line.slice(9)].join() === opening.join(), `movement ${line[1]} does not follow from the one before`);
  }
  require(opening.join() === closing.join(), "the movements do not come to the closing balances");
  wallet = lines.slice(1, 4).join();
  [date, balance] = [day, closing.join()];
}
console.log(`OK ${process.argv.length - 2} days, head ${head}`);
