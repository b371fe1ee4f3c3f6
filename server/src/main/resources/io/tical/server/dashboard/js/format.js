// Formats money, times and ids.

let currencies = new Map();
let zone = "UTC";

/** The currencies that the service knows: `[{code, name, symbol, scale, unit_step, active}]`. */
export const useCurrencies = (list) => {
  currencies = new Map(list.map((currency) => [currency.code, currency]));
};

/** The zone that times are shown in: the organization's. */
export const useZone = (name) => {
  zone = name;
};

/** The codes of the active currencies. */
export const activeCodes = () => [...currencies.values()].filter(({ active }) => active).map(({ code }) => code);

/** The codes of the currencies of payins and balances: the active ones, and that of crypto deposits. */
export const heldCodes = () => [...activeCodes(), ...[CRYPTO].filter((code) => currencies.has(code))];

/** The currency of crypto deposits. */
export const CRYPTO = "USDT";

const scaleOf = (code) => {
  const known = currencies.get(code);
  if (known) {
    return known.scale;
  }
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits;
  } catch {
    return 2;
  }
};

const grouped = new Intl.NumberFormat("en");

/** Minor units as a decimal number with all its digits, exactly: 150000 THB is `1,500.00`. */
export const amount = (minor, code) => {
  const scale = scaleOf(code);
  const value = BigInt(minor);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, "0");
  const whole = grouped.format(BigInt(digits.slice(0, digits.length - scale)));
  const sign = value < 0n ? "\u2212" : "";
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
};

/** The same without grouping, as people type it: `1500.00`. */
export const decimal = (minor, code) => amount(minor, code).replaceAll(",", "");

/** The largest amount in a request: every JSON parser keeps it exactly. */
const AMOUNT_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Groups of three digits or none, then decimals after a point. No amount begins with zeros. */
const TYPED = /^[ \t\r\n\u00a0]*(0|[1-9]\d{0,15}|[1-9]\d{0,2}(?:,\d{3}){1,5})(?:\.(\d+))?[ \t\r\n\u00a0]*$/;

const THAI_ZERO = "\u0e50".charCodeAt(0);

/**
 * The minor units of a typed amount in Latin or Thai digits, as a text; null if it is none of this currency. It is strict, because a guess
 * may move another amount. The console's `TypedAmount` follows the same table of cases.
 */
export const minorUnits = (typed, code) => {
  const scale = scaleOf(code);
  const latin = typed.replace(/[\u0e50-\u0e59]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));
  const parts = TYPED.exec(latin);
  const decimals = parts?.[2] ?? "";
  if (!parts || decimals.length > scale) {
    return null;
  }
  const minor = BigInt(parts[1].replaceAll(",", "") + decimals.padEnd(scale, "0"));
  return minor > AMOUNT_MAX ? null : minor.toString();
};

/** An amount as people may type it: `1,500.00`. */
export const example = (code) => amount(1_500n * 10n ** BigInt(scaleOf(code)), code);

/** The same, abbreviated for an axis: `1.5M`. */
export const shortAmount = (minor, code) =>
  new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(minor / 10 ** scaleOf(code));

/** One whole unit in minor units. */
export const oneUnit = (code) => 10 ** scaleOf(code);

const formats = new Map();

const inZone = (name, options) => {
  const key = name + zone;
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }));
  }
  return formats.get(key);
};

const MINUTE = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" };

/** `21 Nov 2026, 14:03`, of Unix seconds. */
export const minute = (seconds) => inZone("minute", MINUTE).format(seconds * 1000);

/** `21 Nov 2026, 14:03:05`. */
export const second = (seconds) => inZone("second", { ...MINUTE, second: "2-digit" }).format(seconds * 1000);

/** The zone's name and its current offset from UTC: `Asia/Bangkok, GMT+7`. */
export const zoneName = () => {
  const part = inZone("zone", { timeZoneName: "shortOffset" })
    .formatToParts(Date.now())
    .find(({ type }) => type === "timeZoneName");
  return part && part.value !== zone ? `${zone}, ${part.value}` : zone;
};

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/** `3 min. ago`, or `in 2 hr.`. */
export const ago = (seconds, now = Date.now()) => {
  const distance = Math.round(seconds - now / 1000);
  const [unit, size] = SPANS.find(([, length]) => Math.abs(distance) >= length) ?? SPANS[SPANS.length - 1];
  return relative.format(Math.trunc(distance / size), unit);
};

/** A date of a day (`2026-11-20`) without its year: `20 Nov`. */
export const day = (date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "short" }).format(Date.parse(date));

/** Today in the organization's zone: `2026-11-21`. */
export const today = (plusDays = 0) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(Date.now() + plusDays * 86_400_000);

/** The last second of a day in the organization's zone, as Unix seconds. */
export const endOfDay = (date) => {
  const asUtc = Date.parse(`${date}T23:59:59Z`);
  const parts = Object.fromEntries(
    inZone("offset", { ...MINUTE, month: "numeric", second: "2-digit", hourCycle: "h23" })
      .formatToParts(asUtc)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return Math.round((2 * asUtc - shown) / 1000);
};

/** An id, shortened in the middle. */
export const shortened = (id) => (id.length > 20 ? `${id.slice(0, 8)}\u2026${id.slice(-8)}` : id);

/** A word of the API in readable form: `partial_success` is `Partial success`. */
export const words = (word) => {
  const text = word.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** `212 ms`, or `15.0 s`. */
export const duration = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** `12,345`. */
export const number = (value) => grouped.format(value);

/** `1 attempt`, `2 attempts`. */
export const count = (number, noun, nouns = `${noun}s`) => `${grouped.format(number)} ${number === 1 ? noun : nouns}`;
