// What a merchant does with the client that openapi-typescript generates: no cast, no `any`, no type written by hand.
import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Failure = components["schemas"]["Failure"];

const [address, key] = process.argv.slice(2);
if (address === undefined || key === undefined) {
  throw new Error("usage: merchant.js ADDRESS KEY");
}

const tical = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${key}` } });

/** A new header for each operation; a retry would send the same. */
const once = () => ({ header: { "Idempotency-Key": randomUUID() } });

/** The data of a success; a failure ends the program. */
function dataOf<T>(answer: { data?: { data: T }; error?: Failure }): T {
  if (answer.data === undefined) {
    throw new Error(answer.error === undefined ? "no answer" : `${answer.error.code}: ${answer.error.error}`);
  }
  return answer.data.data;
}

function require(condition: boolean, what: string): void {
  if (!condition) {
    throw new Error(`not so: ${what}`);
  }
}

async function payout(): Promise<string> {
  const receipt = dataOf(
    await tical.POST("/v1/sandbox/top-up", { params: once(), body: { currency: "THB", amount_minor: 1_000_000 } }),
  );
  require(receipt.available_after === 1_000_000, "the wallet has the top-up");

  const account = dataOf(
    await tical.POST("/v1/customers", {
      params: once(),
      body: { holder_name: "Somchai Jaidee", bank_code: "KBANK", account_no: "0123456789", currency: "THB" },
    }),
  );
  const created = dataOf(
    await tical.POST("/v1/payouts", {
      params: once(),
      body: { order_ref: "TS-PAYOUT", amount: 125_000, dest_account_id: account.id },
    }),
  );
  require(created.status === "processing", "the payout is captured");
  const confirmed = dataOf(
    await tical.POST("/v1/payouts/{id}/test-confirm", { params: { ...once(), path: { id: created.id } } }),
  );
  require(confirmed.status === "success" && confirmed.destination.account_no === "0123456789", "the payout is paid");

  const timeline = dataOf(
    await tical.GET("/v1/payouts/{id}/timeline", { params: { path: { id: created.id } } }),
  );
  // `kind` narrows an entry, and `type` its detail where a kind has several.
  const debits = timeline.flatMap((entry) => (entry.kind === "posting" ? [entry.detail.debit] : []));
  const reached = timeline.flatMap((entry) =>
    entry.kind === "state" && entry.detail.type === "change" ? [entry.detail.to] : [],
  );
  require(debits.join() === "available,in_transit" && reached.at(-1) === "success", "the timeline tells it");

  const page = await tical.GET("/v1/payouts", { params: { query: { order_ref: "TS-PAYOUT", status: "success" } } });
  require(dataOf(page).map((payout) => payout.id).join() === created.id, "the payout is listed");
  require(page.data?.meta.has_more === false, "the list has one page");

  const refused = await tical.POST("/v1/payouts", {
    params: once(),
    body: { order_ref: "TS-TOO-MUCH", amount: 100_000_000, dest_account_id: account.id },
  });
  require(refused.error?.code === "INSUFFICIENT_BALANCE", "a payout above the balance is refused");
  console.log(`payout ${confirmed.id} ${confirmed.status}`);
  return account.id;
}

async function payins(): Promise<void> {
  const payin = dataOf(
    await tical.POST("/v1/payins", {
      params: once(),
      body: { order_ref: "TS-PAYIN", amount: 50_000, currency: "THB", channel: "qrcode" },
    }),
  );
  // The discriminator narrows the union: only a deposit has an address, only a payin by bank has a page.
  if (payin.channel === "crypto") {
    throw new Error(`a deposit at ${payin.address}`);
  }
  require(payin.paypage_url.endsWith(payin.pay_token), "the payin has a page");
  const paid = dataOf(
    await tical.POST("/v1/payins/{id}/test-confirm", { params: { ...once(), path: { id: payin.id } } }),
  );
  require(paid.status === "success", "the payin is paid");

  const deposit = dataOf(
    await tical.POST("/v1/payins", {
      params: once(),
      body: { order_ref: "TS-DEPOSIT", amount: 25_000_000, channel: "crypto", network: "TRC20" },
    }),
  );
  if (deposit.channel !== "crypto") {
    throw new Error(`not a deposit: ${deposit.paypage_url}`);
  }
  require(deposit.network === "TRC20" && deposit.address.startsWith("TEST-TRC20-"), "the deposit has an address");
  console.log(`payin ${paid.id} ${paid.status}, deposit ${deposit.id} ${deposit.status}`);
}

async function settlement(account: string): Promise<void> {
  const operation = randomUUID();
  const body = { dest_account_id: account, amount: 50_000, client_operation_id: operation };
  const created = dataOf(await tical.POST("/v1/settlements", { params: once(), body }));
  require(created.status === "pending" && created.net_amount === 50_000, "the settlement is captured");

  const again = await tical.POST("/v1/settlements", { params: once(), body });
  require(again.error?.code === "RESOURCE_EXISTS", "an operation makes one settlement");
  const found = dataOf(await tical.GET("/v1/settlements", { params: { query: { client_operation_id: operation } } }));
  require(found.map((one) => one.id).join() === created.id, "the settlement is found");
  console.log(`settlement ${created.id} ${created.status}`);
}

const account = await payout();
await payins();
await settlement(account);
