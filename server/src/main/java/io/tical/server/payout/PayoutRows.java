package io.tical.server.payout;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.Payout.Failure;
import io.tical.server.payout.Payout.LastTransfer;
import io.tical.server.payout.Payout.Leg;
import io.tical.server.payout.Payout.Progress;
import io.tical.server.payout.Payout.Terms;
import io.tical.server.payout.Payout.Totals;
import io.tical.server.payout.PayoutStore.StoredLeg;
import io.tical.server.transaction.Dialect;
import java.util.List;
import java.util.function.Function;

/** The columns of payouts and of their legs, and their rows as records. */
final class PayoutRows {
    private PayoutRows() {}

    /** Reads a payout without its legs. */
    static Function<Row, Payout> ofPayout(TableColumns<Payout> t) {
        var key = TransactionKey.columns(t, "payout_id", Payout::key);
        var terms = t.part(Payout::terms);
        var progress = t.part(Payout::progress);
        var totals = progress.part(Progress::totals);
        var transfer = progress.part(Progress::lastTransfer);
        var failure = progress.optional(Progress::failure);
        var status = progress.column("status", word(PayoutStatus.class), Progress::status);
        var dialect = terms.insertOnly("dialect", word(Dialect.class), Terms::dialect);
        var merchantRef = terms.insertOnly("merchant_ref", TEXT, Terms::merchantRef);
        var currency = terms.insertOnly("currency", TEXT, Terms::currency);
        var amount = terms.insertOnly("amount", NUMBER, Terms::amount);
        var fee = terms.insertOnly("fee", NUMBER, Terms::fee);
        var delivered = totals.updateOnly("delivered", NUMBER, Totals::delivered);
        var feeReturned = totals.updateOnly("fee_returned", NUMBER, Totals::feeReturned);
        var returned = totals.updateOnly("returned", NUMBER, Totals::returned);
        var accountId = terms.insertOnly("account_id", ID, Terms::accountId);
        var customerId = terms.insertOnly("customer_id", ID, Terms::customerId);
        var customerName = terms.insertOnly("customer_name", TEXT, Terms::customerName);
        var bankCode = terms.insertOnly("bank_code", TEXT, Terms::bankCode);
        var accountNo = terms.insertOnly("account_no", TEXT, Terms::accountNo);
        var holderName = terms.insertOnly("holder_name", TEXT, Terms::holderName);
        var senderType = terms.insertOnly("sender_type", TEXT.orNull(), Terms::senderType);
        var platform = transfer.updateOnly("sender_platform", TEXT.orNull(), LastTransfer::platform);
        var identifier = transfer.updateOnly("sender_identifier", TEXT.orNull(), LastTransfer::identifier);
        var senderName = transfer.updateOnly("sender_holder_name", TEXT.orNull(), LastTransfer::holderName);
        var slipQrRef = transfer.updateOnly("slip_qr_ref", TEXT.orNull(), LastTransfer::slipQrRef);
        var slipQrString = transfer.updateOnly("slip_qr_string", TEXT.orNull(), LastTransfer::slipQrString);
        var reviewReason = progress.column("review_reason", TEXT.orNull(), Progress::reviewReason);
        var failureCode = failure.updateOnly("failure_code", TEXT, Failure::code);
        var failureMessage = failure.updateOnly("failure_message", TEXT, Failure::message);
        var notes = terms.insertOnly("notes", TEXT.orNull(), Terms::notes);
        var requestId = terms.insertOnly("request_id", TEXT, Terms::requestId);
        var dailyDate = terms.insertOnly("daily_date", DAY, Terms::dailyDate);
        var version = progress.updateOnly("version", NUMBER, Progress::version);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Progress::dueAt);
        var expiredAt = progress.column("expired_at", TIME.orNull(), Progress::reviewExpiresAt);
        var updatedAt = progress.column("updated_at", TIME, Progress::updatedAt);
        var finalizedAt = progress.updateOnly("finalized_at", TIME.orNull(), Progress::finalizedAt);
        var refundReference = progress.updateOnly("refund_reference", TEXT.orNull(), Progress::refundReference);
        return row -> {
            var payout = key.of(row);
            return new Payout(
                    payout.id(),
                    new Terms(
                            payout.organizationId(),
                            payout.livemode(),
                            dialect.of(row),
                            merchantRef.of(row),
                            currency.of(row),
                            amount.of(row),
                            fee.of(row),
                            accountId.of(row),
                            customerId.of(row),
                            customerName.of(row),
                            bankCode.of(row),
                            accountNo.of(row),
                            holderName.of(row),
                            senderType.of(row),
                            notes.of(row),
                            requestId.of(row),
                            dailyDate.of(row)),
                    new Progress(
                            status.of(row),
                            new Totals(delivered.of(row), feeReturned.of(row), returned.of(row)),
                            new LastTransfer(
                                    platform.of(row),
                                    identifier.of(row),
                                    senderName.of(row),
                                    slipQrRef.of(row),
                                    slipQrString.of(row)),
                            failure.orNull(row, () -> new Failure(failureCode.of(row), failureMessage.of(row))),
                            reviewReason.of(row),
                            version.of(row),
                            dueAt.of(row),
                            expiredAt.of(row),
                            updatedAt.of(row),
                            finalizedAt.of(row),
                            refundReference.of(row)),
                    List.of());
        };
    }

    static Function<Row, StoredLeg> ofLeg(TableColumns<StoredLeg> t) {
        var key = TransactionKey.columns(t, "payout_id", StoredLeg::key);
        var leg = t.part(StoredLeg::leg);
        var number = leg.key("step", INTEGER, Leg::number);
        var id = leg.insertOnly("step_id", ID, Leg::id);
        var amount = leg.insertOnly("amount", NUMBER, Leg::amount);
        var delivered = leg.updateOnly("transfer_amount", NUMBER, Leg::delivered);
        var status = leg.column("status", word(LegStatus.class), Leg::status);
        var finalizedAt = leg.updateOnly("finalized_at", TIME.orNull(), Leg::finalizedAt);
        return row -> new StoredLeg(
                key.of(row),
                new Leg(
                        id.of(row),
                        number.of(row),
                        amount.of(row),
                        delivered.of(row),
                        status.of(row),
                        finalizedAt.of(row)));
    }
}
