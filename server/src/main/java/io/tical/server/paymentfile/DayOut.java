package io.tical.server.paymentfile;

import io.tical.db.Session;
import io.tical.server.collection.AccountTerms.Limits;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.paymentfile.OutgoingFile.Status;
import io.tical.server.problem.Problem;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What may still be paid from an account on a day of its bank. Every file counts with the payments that it has, from the draft on and
 * whatever became of them; one that was discarded, or never came to the bank, does not. What staff transfer by hand names no account and
 * counts nowhere. The account is locked while this is known, so files that are made at the same time cannot exceed it together.
 */
final class DayOut {
    /** A payment that is larger than one may be. */
    static final String PAYMENT = "limit_payment";
    /** More money than a day may have. */
    static final String MONEY = "limit_day_amount";
    /** More payments than a day may have. */
    static final String PAYMENTS = "limit_day_payments";

    static final Set<String> REASONS = Set.of(PAYMENT, MONEY, PAYMENTS);

    private static final Set<Status> LIVING =
            EnumSet.of(Status.DRAFT, Status.RELEASED, Status.HANDED_OUT, Status.CLOSED);

    private final Limits limits;
    private Amounts used;

    DayOut(Limits limits, Amounts used) {
        this.limits = limits;
        this.used = used;
    }

    /** For a new file, whose account the transaction has locked. */
    static DayOut of(Session session, CollectionAccount account, boolean livemode, LocalDate day) {
        return new DayOut(account.terms().limits(), used(session, account.id(), livemode, day, LIVING, null));
    }

    private static Amounts used(
            Session session,
            UUID account,
            boolean livemode,
            LocalDate day,
            Collection<Status> statuses,
            @Nullable UUID without) {
        return OutgoingFileStore.ofDay(session, account, livemode, day).stream()
                .filter(file -> statuses.contains(file.status()) && !file.id().equals(without))
                .map(file -> new Amounts(file.payments(), file.total()))
                .reduce(Amounts.NONE, Amounts::plus);
    }

    /** Takes the room of a payment; the reason if there is none. */
    @Nullable
    String take(long amount) {
        var refused = refused(new Amounts(1, amount), amount);
        if (refused == null) {
            used = used.plus(amount);
        }
        return refused;
    }

    private @Nullable String refused(Amounts more, long largest) {
        var after = used.plus(more);
        if (limits.paymentMax() != null && largest > limits.paymentMax()) {
            return PAYMENT;
        }
        if (limits.dayOutPayments() != null && after.payments() > limits.dayOutPayments()) {
            return PAYMENTS;
        }
        return limits.dayOutMax() != null && after.amount() > limits.dayOutMax() ? MONEY : null;
    }

    /**
     * Requires that an account may pay a file, also if that has changed since it was made. Drafts of others do not count: which of them may
     * still be released shows when they are.
     *
     * @param counting the states of the other files that count
     * @throws Problem.Conflict {@code PAYING_ACCOUNT_INACTIVE}, {@code PAYMENT_FILE_OVER_LIMIT}
     */
    static void require(
            Session session,
            CollectionAccount account,
            OutgoingFile file,
            List<OutgoingPayment> payments,
            Collection<Status> counting) {
        PayingAccounts.requirePays(account);
        PayingAccountStore.find(session, account.id(), true);
        var used = used(session, account.id(), file.livemode(), file.terms().executionDay(), counting, file.id());
        var largest = payments.stream().mapToLong(OutgoingPayment::amount).max().orElse(0);
        var refused =
                new DayOut(account.terms().limits(), used).refused(new Amounts(file.payments(), file.total()), largest);
        if (refused != null) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_OVER_LIMIT", text(refused) + " Discard this file, and make a new one.");
        }
    }

    private static String text(String refused) {
        return switch (refused) {
            case PAYMENT -> "This file has a payment that is larger than its account may make.";
            case MONEY -> "With this file, more money would leave its account on that day than its limit allows.";
            default -> "With this file, its account would make more payments on that day than its limit allows.";
        };
    }
}
