// The screens with their addresses, and the items of the navigation.

import { account } from "./screens/account.js";
import { allowlist } from "./screens/allowlist.js";
import { audit } from "./screens/audit.js";
import { balances } from "./screens/balances.js";
import { callbacks } from "./screens/callbacks.js";
import { customers } from "./screens/customers.js";
import { deliveryScreen } from "./screens/delivery.js";
import { keyScreen } from "./screens/key.js";
import { keys } from "./screens/keys.js";
import { limits } from "./screens/limits.js";
import { overview } from "./screens/overview.js";
import { payPage } from "./screens/pay-page.js";
import { ticketScreen } from "./screens/ticket.js";
import { tickets } from "./screens/tickets.js";
import { settlements, settlementScreen } from "./screens/settlements.js";
import { transfers, transferScreen } from "./screens/transfers.js";
import { transactionScreen } from "./screens/transaction.js";
import { transactions } from "./screens/transactions.js";
import { users } from "./screens/users.js";
import { KINDS } from "./kinds.js";

export const SCREENS = [
  ["", overview],
  ...KINDS.flatMap((kind) => [
    [kind.path, transactions(kind)],
    [`${kind.path}/:id`, transactionScreen(kind)],
  ]),
  ["customers", customers],
  ["balances", balances],
  ["settlements", settlements],
  ["settlements/:id", settlementScreen],
  ["transfers", transfers],
  ["transfers/:id", transferScreen],
  ["tickets", tickets],
  ["tickets/:id", ticketScreen],
  ["keys", keys],
  ["keys/:id", keyScreen],
  ["callbacks", callbacks],
  ["callbacks/:id", deliveryScreen],
  ["allowlist", allowlist],
  ["pay-page", payPage],
  ["limits", limits],
  ["users", users],
  ["audit", audit],
  ["account", account],
];

/**
 * The headings of the navigation with their entries: path, name, and whether they are for owners only.
 *
 * @type {[string | null, any[][]][]}
 */
export const NAVIGATION = [
  [null, [["", "Overview"], ...KINDS.map((kind) => [kind.path, kind.title]), ["settlements", "Settlements"], ["transfers", "Transfers"], ["customers", "Customers"], ["balances", "Balances"], ["tickets", "Tickets"]]],
  [
    "Developers",
    [
      ["keys", "API keys"],
      ["callbacks", "Callbacks"],
      ["allowlist", "Allowlist"],
    ],
  ],
  [
    "Organization",
    [
      ["limits", "Limits and fees"],
      ["pay-page", "Pay page"],
      ["users", "Users"],
      ["audit", "Audit log", { owners: true }],
    ],
  ],
];
