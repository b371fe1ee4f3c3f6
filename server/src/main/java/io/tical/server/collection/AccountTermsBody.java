package io.tical.server.collection;

import io.tical.server.collection.AccountTerms.Limits;
import io.tical.server.collection.AccountTerms.Purpose;
import io.tical.server.collection.AccountTerms.Statements;
import io.tical.server.input.JsonBody;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads what an account is for, and its limits: a field that is absent stays as it is, null is none. */
final class AccountTermsBody {
    private static final int ZONE_MAX = 60;
    private static final int HOURS_MAX = 720;
    private static final int PAYMENTS_MAX = 1_000_000;

    private AccountTermsBody() {}

    static AccountTerms of(JsonBody body, AccountTerms old) {
        var limits = old.limits();
        return new AccountTerms(
                read(body, "purpose", old.purpose(), AccountTermsBody::purpose),
                read(body, "zone", old.zone(), AccountTermsBody::zone),
                read(body, "statements", old.statements(), AccountTermsBody::statements),
                hours(body, old),
                new Limits(
                        read(body, "payin_max", limits.payinMax(), AccountTermsBody::amount),
                        read(body, "day_in_max", limits.dayInMax(), AccountTermsBody::amount),
                        read(body, "payment_max", limits.paymentMax(), AccountTermsBody::amount),
                        read(body, "day_out_max", limits.dayOutMax(), AccountTermsBody::amount),
                        read(
                                body,
                                "day_out_payments",
                                limits.dayOutPayments(),
                                (from, field) -> number(from, field, 0, PAYMENTS_MAX))));
    }

    /** Who says that no statement is expected needs not say how old it may become. */
    private static @Nullable Integer hours(JsonBody body, AccountTerms old) {
        var hours =
                read(body, "statement_hours", old.statementHours(), (from, field) -> number(from, field, 1, HOURS_MAX));
        var none = body.has("statements") && statements(body, "statements") == null;
        return none && !body.has("statement_hours") ? null : hours;
    }

    private static <T> @Nullable T read(
            JsonBody body, String field, @Nullable T old, BiFunction<JsonBody, String, @Nullable T> reader) {
        return body.names(field) ? reader.apply(body, field) : old;
    }

    /** What an account says that says nothing, so that what is shown can be sent back. */
    private static @Nullable Purpose purpose(JsonBody body, String field) {
        var purpose = body.wordOrNull(field, Purpose.class);
        return purpose == Purpose.BOTH ? null : purpose;
    }

    private static @Nullable Statements statements(JsonBody body, String field) {
        var statements = body.wordOrNull(field, Statements.class);
        return statements == Statements.NONE ? null : statements;
    }

    private static @Nullable ZoneId zone(JsonBody body, String field) {
        var text =
                Objects.requireNonNullElse(body.textOrNull(field, ZONE_MAX), "").strip();
        try {
            return text.isEmpty() ? null : ZoneId.of(text);
        } catch (DateTimeException e) {
            body.wrong(field, "format", "must be a time zone such as Asia/Bangkok");
            return null;
        }
    }

    private static @Nullable Long amount(JsonBody body, String field) {
        var amount = body.amountOrNull(field);
        if (amount != null && amount <= 0) {
            body.wrong(field, "range", "must be more than 0");
            return null;
        }
        return amount;
    }

    private static @Nullable Integer number(JsonBody body, String field, int min, int max) {
        var number = body.numberOrNull(field, min, max);
        return number == null || number == 0 ? null : number.intValue();
    }
}
