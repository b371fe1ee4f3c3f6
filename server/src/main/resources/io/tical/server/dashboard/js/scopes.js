// Presets of scopes for new keys, and what scopes let a key do.

const MONEY_OUT = ["payouts:write", "settlements:write", "transfers:write"];

/** Choices of scopes for a purpose: `[[name, scopes], …]`. */
export const presets = (all, environment) =>
  [
    ["Accept payments", ["payins:read", "payins:write", "slip:verify"]],
    [
      "Send money",
      [
        ...["payouts:read", "payouts:write", "customers:read", "customers:write", "balance:read", "bank:verify"],
        // Without it a test balance stays empty.
        ...(environment === "test" ? ["sandbox:topup"] : []),
      ],
    ],
    ["Read only", all.filter((scope) => scope.endsWith(":read"))],
  ].map(([name, scopes]) => [name, scopes.filter((scope) => all.includes(scope))]);

const DEEDS = {
  "payins:write": "create payins and cancel them",
  "payouts:write": "send payouts from your balance",
  "settlements:write": "settle your balance to bank accounts",
  "transfers:write": "send money to other organizations",
  "sandbox:topup": "add test money",
  "customers:write": "register bank accounts of customers",
  "accounts:write": "change the organization\u2019s own accounts",
  "issues:write": "open tickets",
  "bank:verify": "look up account holders",
  "slip:verify": "verify transfer slips",
};

const READS = {
  "payins:read": "payins",
  "payouts:read": "payouts",
  "settlements:read": "settlements",
  "balance:read": "balances",
  "customers:read": "customers",
  "issues:read": "tickets",
  "limits:read": "limits",
  "transfers:read": "transfers",
  "accounts:read": "own accounts",
};

const listed = (parts, last = "and") =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${last} ${parts.at(-1)}`;

const of = (texts, scopes) => Object.keys(texts).filter((scope) => scopes.includes(scope)).map((scope) => texts[scope]);

/** What a key with these scopes can and cannot do, one sentence each. */
export const powers = (scopes) => {
  const reads = of(READS, scopes);
  const can = [...of(DEEDS, scopes), ...(reads.length ? [`read ${listed(reads)}`] : [])];
  const out = MONEY_OUT.filter((scope) => scopes.includes(scope));
  const cannot = [
    !scopes.includes("payins:write") && "create payins",
    out.length === 0 && "send money out of your balance",
    scopes.every((scope) => /:(read|verify)$/.test(scope)) && "change anything",
    reads.length === 0 && "read anything",
  ].filter(Boolean);
  return [
    can.length > 0 && `It can ${listed(can)}.`,
    can.length > 0 && cannot.length > 0 && `It cannot ${listed(cannot, "or")}.`,
    out.length > 0 && "Whoever has this key can send away your whole balance, from any address on the allowlist.",
  ].filter(Boolean);
};
