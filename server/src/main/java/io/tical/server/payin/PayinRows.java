package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.db.Row;
import org.jspecify.annotations.Nullable;

/** Converts rows to records. */
final class PayinRows {
    private PayinRows() {}

    static Payin payin(Row row) {
        return new Payin(row.uuid("payin_id"), terms(row), progress(row));
    }

    private static Payin.Terms terms(Row row) {
        return new Payin.Terms(
                row.uuid("organization_id"),
                row.flag("livemode"),
                Word.of(Payin.Dialect.class, row.text("dialect")),
                row.text("merchant_ref"),
                row.text("currency"),
                row.number("amount"),
                row.number("transfer_amount"),
                row.number("fee"),
                Channel.of(row.text("channel")).orElseThrow(),
                row.textOrNull("provider"),
                row.uuidOrNull("collection_account_id"),
                row.textOrNull("promptpay_id"),
                row.text("pay_token"),
                Theme.of(row.text("theme")),
                row.textOrNull("redirect_url"),
                row.textOrNull("notes"),
                payer(row),
                row.text("request_id"));
    }

    private static Payin.@Nullable Payer payer(Row row) {
        var accountId = row.uuidOrNull("account_id");
        return accountId == null
                ? null
                : new Payin.Payer(
                        accountId,
                        row.uuid("customer_id"),
                        row.text("customer_name"),
                        row.text("bank_code"),
                        row.text("account_no"),
                        row.text("holder_name"));
    }

    private static Payin.Progress progress(Row row) {
        return new Payin.Progress(
                PayinStatus.of(row.text("status")).orElseThrow(),
                new Payin.Receiving(
                        ReceivingType.valueOf(row.text("receiving_type")),
                        row.textOrNull("receiving_platform"),
                        row.textOrNull("receiving_identifier"),
                        row.textOrNull("receiving_holder_name")),
                new Payin.Settled(
                        row.number("paid"),
                        row.number("fee_charged"),
                        row.number("fee_returned"),
                        row.textOrNull("paid_reference")),
                row.textOrNull("failure_code"),
                row.number("version"),
                row.instantOrNull("due_at"),
                row.instant("expires_at"),
                row.instant("updated_at"),
                row.instantOrNull("finalized_at"));
    }
}
