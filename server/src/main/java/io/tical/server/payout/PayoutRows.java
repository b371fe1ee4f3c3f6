package io.tical.server.payout;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.transaction.Dialect;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts rows to records. */
final class PayoutRows {
    private PayoutRows() {}

    static PayoutStatus status(Row row) {
        return Word.of(PayoutStatus.class, row.text("status"));
    }

    /** A payout without its legs. */
    static Payout withoutLegs(Row row) {
        return new Payout(row.uuid("payout_id"), terms(row), progress(row), List.of());
    }

    private static Payout.Terms terms(Row row) {
        return new Payout.Terms(
                row.uuid("organization_id"),
                row.flag("livemode"),
                Word.of(Dialect.class, row.text("dialect")),
                row.text("merchant_ref"),
                row.text("currency"),
                row.number("amount"),
                row.number("fee"),
                row.uuid("account_id"),
                row.uuid("customer_id"),
                row.text("customer_name"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.textOrNull("sender_type"),
                row.textOrNull("notes"),
                row.text("request_id"),
                Objects.requireNonNull(row.dateOrNull("daily_date")));
    }

    private static Payout.Progress progress(Row row) {
        return new Payout.Progress(
                status(row),
                new Payout.Totals(row.number("delivered"), row.number("fee_returned"), row.number("returned")),
                new Payout.LastTransfer(
                        row.textOrNull("sender_platform"),
                        row.textOrNull("sender_identifier"),
                        row.textOrNull("sender_holder_name"),
                        row.textOrNull("slip_qr_ref"),
                        row.textOrNull("slip_qr_string")),
                failure(row),
                row.textOrNull("review_reason"),
                row.number("version"),
                row.instantOrNull("due_at"),
                row.instantOrNull("expired_at"),
                row.instant("updated_at"),
                row.instantOrNull("finalized_at"),
                row.textOrNull("refund_reference"));
    }

    private static Payout.@Nullable Failure failure(Row row) {
        var code = row.textOrNull("failure_code");
        return code == null ? null : new Payout.Failure(code, row.text("failure_message"));
    }

    /** A leg, from a row of the table of legs. */
    static Payout.Leg leg(Row row) {
        return leg(row, "amount", "status", "finalized_at");
    }

    /** A leg, from a row that also has the columns of its payout. */
    static Payout.Leg legOfJoin(Row row) {
        return leg(row, "step_amount", "step_status", "step_finalized_at");
    }

    private static Payout.Leg leg(Row row, String amount, String status, String finalizedAt) {
        return new Payout.Leg(
                row.uuid("step_id"),
                row.integer("step"),
                row.number(amount),
                row.number("transfer_amount"),
                Word.of(LegStatus.class, row.text(status)),
                row.instantOrNull(finalizedAt));
    }
}
