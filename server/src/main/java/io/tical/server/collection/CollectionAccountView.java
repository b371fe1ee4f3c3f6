package io.tical.server.collection;

import io.tical.server.collection.AccountTerms.Purpose;
import io.tical.server.collection.AccountTerms.Statements;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account as operators see it.
 *
 * @param reservedPercent how full it is in live ({@link ReservedAmounts}); payins are refused at 100
 * @param zone null if it says none
 * @param bankZone in which its bank books
 */
record CollectionAccountView(
        UUID id,
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String promptpayId,
        int weight,
        long version,
        Instant createdAt,
        Instant updatedAt,
        int reservedPercent,
        Purpose purpose,
        @Nullable String zone,
        String bankZone,
        Statements statements,
        @Nullable Integer statementHours,
        @Nullable Long payinMax,
        @Nullable Long dayInMax,
        @Nullable Long paymentMax,
        @Nullable Long dayOutMax,
        @Nullable Integer dayOutPayments) {
    static CollectionAccountView of(CollectionAccount account, AccountZones zones, ReservedAmounts reserved) {
        var terms = account.terms();
        var limits = terms.limits();
        return new CollectionAccountView(
                account.id(),
                account.currency(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                account.promptpayId(),
                account.weight(),
                account.version(),
                account.createdAt(),
                account.updatedAt(),
                reserved.percent(account.id()),
                Objects.requireNonNullElse(terms.purpose(), Purpose.BOTH),
                terms.zone() == null ? null : terms.zone().getId(),
                zones.of(account).getId(),
                Objects.requireNonNullElse(terms.statements(), Statements.NONE),
                terms.statementHours(),
                limits.payinMax(),
                limits.dayInMax(),
                limits.paymentMax(),
                limits.dayOutMax(),
                limits.dayOutPayments());
    }
}
