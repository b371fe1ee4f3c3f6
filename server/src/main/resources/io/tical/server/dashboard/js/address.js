// Whether an address is covered by an entry of the allowlist: an address, or a range such as 198.51.100.0/24.

/** `{bits, value}` of an IPv4 or IPv6 address; null when it is neither. An IPv4 address within IPv6 is the IPv4 address. */
const parsed = (text) => {
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) {
    const parts = text.split(".").map(Number);
    return parts.every((part) => part <= 255)
      ? { bits: 32, value: parts.reduce((value, part) => value * 256n + BigInt(part), 0n) }
      : null;
  }
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text);
  if (mapped) {
    return parsed(mapped[1]);
  }
  const halves = text.split("::");
  if (!text.includes(":") || halves.length > 2) {
    return null;
  }
  const [before, after = []] = halves.map((half) => half.split(":").filter(Boolean));
  const missing = 8 - before.length - after.length;
  const groups = halves.length === 2 ? [...before, ...Array(Math.max(0, missing)).fill("0"), ...after] : before;
  return groups.length === 8 && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
    ? { bits: 128, value: groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n) }
    : null;
};

/** An IPv4 range within IPv6, such as `::ffff:0:0/96`, is the IPv4 range. */
const MAPPED = 0xffffn;
const MAPPED_BITS = 96;

/** Ranges that no single network needs: shorter prefixes than these. */
const WIDE = { 32: 8, 128: 16 };

/** A range of very many addresses: `{version, length}` of its prefix; null for any other entry. */
export const wide = (entry) => {
  const [network, suffix] = entry.split("/");
  const from = parsed(network);
  if (!from || !/^\d{1,3}$/.test(suffix ?? "")) {
    return null;
  }
  const mapped = network.includes(":") && (from.bits === 32 || from.value >> 32n === MAPPED) && Number(suffix) >= MAPPED_BITS;
  const [bits, length] = mapped ? [32, Number(suffix) - MAPPED_BITS] : [from.bits, Number(suffix)];
  return length < WIDE[bits] ? { version: bits === 32 ? 4 : 6, length } : null;
};

export const covers = (entry, address) => {
  const [network, length] = entry.split("/");
  const from = parsed(network);
  const one = parsed(address);
  if (!from || !one || from.bits !== one.bits) {
    return false;
  }
  const rest = BigInt(from.bits - (length === undefined ? from.bits : Number(length)));
  return from.value >> rest === one.value >> rest;
};
