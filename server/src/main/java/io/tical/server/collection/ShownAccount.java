package io.tical.server.collection;

import io.tical.server.collection.AccountTerms.Purpose;
import io.tical.server.collection.AccountTerms.Statements;
import org.jspecify.annotations.Nullable;

/** What a second person compares, and the audit log keeps. */
record ShownAccount(
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String promptpayId,
        int weight,
        @Nullable Purpose purpose,
        @Nullable String zone,
        @Nullable Statements statements,
        @Nullable Integer statementHours,
        @Nullable Long payinMax,
        @Nullable Long dayInMax,
        @Nullable Long paymentMax,
        @Nullable Long dayOutMax,
        @Nullable Integer dayOutPayments) {
    static ShownAccount of(CollectionAccount account) {
        var terms = account.terms();
        var limits = terms.limits();
        return new ShownAccount(
                account.currency(),
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                account.promptpayId(),
                account.weight(),
                terms.purpose(),
                terms.zone() == null ? null : terms.zone().getId(),
                terms.statements(),
                terms.statementHours(),
                limits.payinMax(),
                limits.dayInMax(),
                limits.paymentMax(),
                limits.dayOutMax(),
                limits.dayOutPayments());
    }
}
