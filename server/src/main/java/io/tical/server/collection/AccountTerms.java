package io.tical.server.collection;

import io.tical.common.Word;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an account of the operator is for, and what it may take and pay. What is null is not said.
 *
 * @param purpose null for whatever it is used for
 * @param zone in which its bank books; null for {@link AccountZones#otherwise}
 * @param statements that its bank sends; null for none
 * @param statementHours how old the last of them may become
 */
public record AccountTerms(
        @Nullable Purpose purpose,
        @Nullable ZoneId zone,
        @Nullable Statements statements,
        @Nullable Integer statementHours,
        Limits limits) {
    /** Of an account that says nothing. */
    public static final AccountTerms NONE =
            new AccountTerms(null, null, null, null, new Limits(null, null, null, null, null));

    /** What an account is used for. */
    public enum Purpose implements Word {
        /** Payers pay into it. Nothing is paid from it. */
        COLLECTING,
        /** Payments are made from it. Payers never see it. */
        PAYING,
        BOTH
    }

    /** The statements that a bank sends. */
    public enum Statements implements Word {
        NONE,
        /** Of a part of a day, several times a day. */
        INTRADAY,
        /** Of whole days. */
        END_OF_DAY
    }

    /**
     * The limits of an account, each null for none.
     *
     * @param payinMax the largest amount of a payin, without its surcharge, minor units
     * @param dayInMax what the payins of a day of the bank may ask for together, minor units: those that are open and those that were paid
     * @param paymentMax the largest payment of a file, minor units
     * @param dayOutMax the sum of all files that the bank pays on a day, minor units
     * @param dayOutPayments the payments of all files that the bank pays on a day
     */
    public record Limits(
            @Nullable Long payinMax,
            @Nullable Long dayInMax,
            @Nullable Long paymentMax,
            @Nullable Long dayOutMax,
            @Nullable Integer dayOutPayments) {
        /** Whether none of them is higher than before. */
        boolean within(Limits before) {
            return within(payinMax, before.payinMax)
                    && within(dayInMax, before.dayInMax)
                    && within(paymentMax, before.paymentMax)
                    && within(dayOutMax, before.dayOutMax)
                    && within(dayOutPayments, before.dayOutPayments);
        }

        private static boolean within(@Nullable Number now, @Nullable Number before) {
            return before == null || (now != null && now.longValue() <= before.longValue());
        }
    }

    /** Whether payers may see the account. */
    public boolean collects() {
        return purpose != Purpose.PAYING;
    }

    /** Whether payments may be made from the account. */
    public boolean pays() {
        return purpose != Purpose.COLLECTING;
    }

    /** How old the last statement may become; null if none is expected. */
    public @Nullable Duration statementAge() {
        return statements == null || statements == Statements.NONE || statementHours == null
                ? null
                : Duration.ofHours(statementHours);
    }

    /** Whether nothing is possible that was not before, and nothing is watched less. */
    boolean within(AccountTerms before) {
        return (before.collects() || !collects())
                && (before.pays() || !pays())
                && Objects.equals(zone, before.zone)
                && watches(before)
                && limits.within(before.limits);
    }

    private boolean watches(AccountTerms before) {
        var was = before.statementAge();
        var is = statementAge();
        return was == null || (is != null && statements == before.statements && is.compareTo(was) <= 0);
    }
}
