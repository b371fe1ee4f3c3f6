// The values before and after a change, as readable lines.

import { label, value as meaning } from "./audited.js";
import { amount, number, second, words } from "./format.js";

/** Values that say nothing that is not said elsewhere in the entry. */
const UNSAID = new Set(["id", "version", "created_at", "organization_id", "livemode", "action", "last_sign_in_at"]);

/** Values in minor units. */
const AMOUNTS = new Set([
  ...["paid", "fee", "delivered", "returned", "amount", "transfer_amount", "fixed", "min", "max"],
  ...["min_deposit", "max_deposit", "min_withdraw", "max_withdraw", "daily_withdraw_limit"],
  ...["review", "unverified_review", "four_eyes"],
]);

/** Values that are words of the API. */
const WORDS = new Set([
  ...["status", "stage", "role", "form", "reason", "kind", "endpoint", "verification", "p2p_fallback", "failure_code"],
  "channel",
]);

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every(isObject);

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const absent = (value) => value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** The name of a row of a list of limits, fees or parts of a payout. */
const rowName = ({ environment, currency_code: currency, method_type: method, operation, number: part }) => {
  if (part !== undefined) {
    return `Part ${part}`;
  }
  return `${method ? "Limits" : "Fee"} (${label(method) ?? words(method ?? operation)}, ${currency}, ${environment})`;
};

const ROW_KEYS = new Set(["environment", "currency_code", "method_type", "operation", "number"]);

/**
 * The values that a change has changed, as texts: `[{label, before, after}]`. A value that was not there before is null, as is
 * one that is gone. For lists, `added` and `removed` replace `before` and `after`.
 */
export const changes = (before, after) => lines(before ?? {}, after ?? {}, { prefix: null, currency: null });

const lines = (before, after, { prefix, currency }) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const code = after.currency_code ?? before.currency_code ?? after.currency ?? before.currency ?? currency;
  return names
    .filter((name) => !UNSAID.has(name) && !(prefix && ROW_KEYS.has(name)) && !(code && name === "currency"))
    .flatMap((name) => line(name, before[name], after[name], prefix, code));
};

const line = (name, was, is, prefix, currency) => {
  if (same(was, is) || (absent(was) && absent(is))) {
    return [];
  }
  if (name === "maintenance_ranges") {
    return [{ label: named(name, prefix), before: ranges(was, currency), after: ranges(is, currency) }];
  }
  if (isRows(was) || isRows(is)) {
    return rows(was ?? [], is ?? [], currency);
  }
  if (isObject(was) || isObject(is)) {
    return lines(was ?? {}, is ?? {}, { prefix: named(name, null), currency });
  }
  if (Array.isArray(was) || Array.isArray(is)) {
    const [old, now] = [was ?? [], is ?? []];
    return [
      {
        label: named(name, prefix),
        added: now.filter((one) => !old.includes(one)),
        removed: old.filter((one) => !now.includes(one)),
      },
    ];
  }
  return [{ label: named(name, prefix), before: text(name, was, currency), after: text(name, is, currency) }];
};

/** A row has a currency of its own, or that of its object. */
const rows = (was, is, currency) =>
  [...new Set([...was, ...is].map(rowName))].flatMap((name) => {
    const find = (all) => all.find((row) => rowName(row) === name) ?? {};
    return lines(find(was), find(is), { prefix: name, currency });
  });

const named = (name, prefix) => {
  const own = label(name) ?? words(name);
  return prefix ? `${prefix}: ${own}` : own;
};

const ranges = (all, currency) =>
  absent(all) ? null : all.map(({ min, max }) => `${money(min, currency)} to ${money(max, currency)}`).join("; ");

/** An amount of an unknown currency is told in its smallest unit. */
const money = (minor, currency) =>
  currency ? `${amount(minor, currency)} ${currency}` : `${number(minor)} minor units`;

const text = (name, value, currency) => {
  if (absent(value)) {
    return null;
  }
  if (typeof value === "boolean") {
    return value ? "On" : "Off";
  }
  if (name.endsWith("_at") || name === "from" || name === "to") {
    return second(value);
  }
  if (name === "per_mille") {
    return `${value / 10} %`;
  }
  if (AMOUNTS.has(name)) {
    return money(value, currency);
  }
  return WORDS.has(name) ? (meaning(name, value) ?? words(value)) : typeof value === "number" ? number(value) : value;
};
