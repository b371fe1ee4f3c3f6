package io.tical.server.bankday;

import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDays.Balances;
import io.tical.server.bank.PaymentProof;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a day is explained.
 *
 * @param balances that its statements prove; null without such statements
 * @param before what the days before left; null while it is not known, because one of them is open
 * @param carried what is left at its end; null as {@code before}, and without balances
 * @param unshown what was credited and no entry until its end shows, oldest first; empty without
 *     {@code carried}, and for a closed day, whose document has it
 * @param hindrances why it cannot be closed now
 * @param reasons why two people must close it
 */
record DaySummary(
        AccountDay day,
        @Nullable Balances balances,
        DaySums sums,
        @Nullable Before before,
        @Nullable Carried carried,
        List<PaymentProof> unshown,
        Set<Hindrance> hindrances,
        Set<Reason> reasons) {
    private static final int STATE_BYTES = 16;

    /**
     * What the days before left.
     *
     * @param first the first closed day, which is the day itself if none is closed
     * @param closing the balance of the bank at their end; null if there is none
     * @param ledger the balance by the ledger at their end; null if there is none
     */
    record Before(
            LocalDate first,
            @Nullable Long closing,
            @Nullable Long ledger,
            Carried carried) {}

    enum Hindrance implements Word {
        /** No statement says all of it. */
        INCOMPLETE,
        /** It is not over. */
        NOT_OVER,
        /** Background work has not looked at all of its entries. */
        MATCHING,
        /** A day between the last closed one and this one is open. */
        EARLIER_OPEN,
        /** It is before the first closed day. */
        BEFORE_FIRST
    }

    enum Reason implements Word {
        /** It says where the chain begins. */
        FIRST,
        OPEN_ENTRIES,
        /** The bank opens it with another balance than it closed the day before with. */
        OPENING_DIFFERENCE,
        /** The balances of the bank do not follow from the entries. */
        STATEMENT_DIFFERENCE,
        /** Another amount was credited than the bank has. */
        AMOUNT_DIFFERENCE,
        /** Two statements say different balances. */
        CONTRADICTED,
        /** A payment was credited, and the statements of its days do not have it. */
        MISSING_PAYMENTS
    }

    /** The balance by the ledger before the day: as the bank's on the first day. */
    long ledgerBefore() {
        return before == null || balances == null ? 0 : before.ledger() == null ? balances.opening() : before.ledger();
    }

    /** The bank's closing balance of the day before: the opening one on the first day. */
    long closingBefore() {
        return before == null || balances == null
                ? 0
                : before.closing() == null ? balances.opening() : before.closing();
    }

    /**
     * The balance by the ledger after the day. The balance of the bank is this and what is carried.
     *
     * @throws IllegalStateException if the sums do not add up
     */
    long ledgerAfter() {
        if (balances == null || before == null || carried == null) {
            throw new IllegalStateException("the balance is not known");
        }
        var credited = Math.subtractExact(carried.credited(), before.carried().credited());
        var ledger = Math.addExact(Math.addExact(ledgerBefore(), sums.posted()), credited);
        if (Math.addExact(ledger, carried.amount()) != balances.closing()) {
            throw new IllegalStateException("the day " + day.id() + " does not add up: " + ledger + " and "
                    + carried.amount() + " are not " + balances.closing());
        }
        return ledger;
    }

    /** What the bank's balances differ from the entries, minor units. */
    static long statementDifference(Balances balances, DaySums sums) {
        return Math.subtractExact(Math.subtractExact(balances.closing(), balances.opening()), sums.amount());
    }

    static Set<Reason> reasons(Balances balances, DaySums sums, @Nullable Before before, @Nullable Carried carried) {
        var reasons = EnumSet.noneOf(Reason.class);
        if (before != null && before.closing() == null) {
            reasons.add(Reason.FIRST);
        }
        if (sums.open() > 0) {
            reasons.add(Reason.OPEN_ENTRIES);
        }
        if (before != null && before.closing() != null && before.closing() != balances.opening()) {
            reasons.add(Reason.OPENING_DIFFERENCE);
        }
        if (statementDifference(balances, sums) != 0) {
            reasons.add(Reason.STATEMENT_DIFFERENCE);
        }
        if (sums.lines().stream()
                .anyMatch(line -> line.kind().effect() == EntryKind.Effect.POSTED && line.amount() != line.posted())) {
            reasons.add(Reason.AMOUNT_DIFFERENCE);
        }
        if (balances.contradicted()) {
            reasons.add(Reason.CONTRADICTED);
        }
        if (carried != null
                && carried.of(Carried.kind(PaymentProof.Status.MISSING)).count() > 0) {
            reasons.add(Reason.MISSING_PAYMENTS);
        }
        return reasons;
    }

    /** Names what a person sees of the day: another one after anything of it has changed. */
    String state() {
        var seen = List.of(
                day.id().toString(),
                day.version(),
                balances == null ? "" : balances,
                sums.lines().stream().map(Object::toString).toList(),
                before == null ? "" : before.toString(),
                carried == null ? "" : carried.toString(),
                reasons);
        var hash = DaySeal.sha256().digest(Json.text(seen).getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, STATE_BYTES);
    }
}
