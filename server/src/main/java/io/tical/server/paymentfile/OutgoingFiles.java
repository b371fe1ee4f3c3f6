package io.tical.server.paymentfile;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bankfile.PaymentFileException;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.OutgoingFile.Status;
import io.tical.server.problem.Problem;
import io.tical.server.rail.FiledLegs;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Files of payments: released by a second person, handed out, and closed by what the bank says.
 *
 * @param legs of payouts and of settlements
 */
record OutgoingFiles(
        Database database, CollectionAccounts accounts, Currencies currencies, List<FiledLegs<?>> legs, Clock clock) {
    private static final int SHOWN_MAX = 5;

    static TransactionKey key(OutgoingFile file) {
        return TransactionKey.ofService(file.livemode(), file.id());
    }

    /** @throws Problem.NotFound {@code PAYMENT_FILE_NOT_FOUND} */
    OutgoingFile get(UUID id) {
        return database.run(session -> found(session, id, false));
    }

    static OutgoingFile found(Session session, UUID id, boolean lock) {
        return OutgoingFileStore.find(session, id, lock).orElseThrow(() -> Problem.NotFound.of(OutgoingFile.RESOURCE));
    }

    /** @param waiting only those for whose bytes somebody must still do something */
    List<OutgoingFile> list(boolean livemode, @Nullable Status status, boolean waiting, Page page) {
        return database.run(session -> OutgoingFileStore.list(session, livemode, status, waiting, page));
    }

    /** The payments of these files, in groups. */
    List<OutgoingPaymentStore.Alike> alike(Collection<UUID> ids) {
        return database.run(session -> OutgoingPaymentStore.alike(session, ids));
    }

    List<OutgoingPayment> payments(UUID id, OutgoingPayment.@Nullable Status status) {
        return database.run(session -> OutgoingPaymentStore.shown(session, id, status));
    }

    /** @throws Problem.Conflict {@code PAYMENT_FILE_STATUS_TRANSITION_INVALID} */
    static void require(OutgoingFile file, Status... allowed) {
        if (!List.of(allowed).contains(file.status())) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_STATUS_TRANSITION_INVALID",
                    "This file is " + file.status().word().replace('_', ' ') + ". Load it again; only one that is "
                            + List.of(allowed).stream()
                                    .map(one -> one.word().replace('_', ' '))
                                    .collect(Collectors.joining(" or "))
                            + " allows this.");
        }
    }

    static void requireDay(LocalDate executionDay, LocalDate today) {
        if (executionDay.isBefore(today)) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_DAY_PAST",
                    "The bank was to pay this file on " + executionDay
                            + ", which has passed. Discard it, and make a new one.");
        }
    }

    /**
     * Takes payments out of a draft. Staff have them again.
     *
     * @throws Problem.Conflict {@code PAYMENT_FILE_EMPTY} if none would remain
     */
    OutgoingFile remove(UUID id, Set<Integer> numbers, StaffDecision by) {
        return change(id, by, "remove", (session, file) -> {
            require(file, Status.DRAFT);
            var open = undecided(session, id);
            var removed =
                    open.stream().filter(one -> numbers.contains(one.number())).toList();
            if (removed.size() < numbers.size()) {
                throw new Problem.NotFound(
                        "PAYMENT_NOT_FOUND", "The file does not have all of these payments. Load it again.");
            }
            if (removed.size() == open.size()) {
                throw new Problem.Conflict("PAYMENT_FILE_EMPTY", "No payment would remain. Discard the file instead.");
            }
            giveBack(session, removed);
            return file.with(
                    file.payments() - removed.size(),
                    file.total()
                            - removed.stream()
                                    .mapToLong(OutgoingPayment::amount)
                                    .sum(),
                    clock.instant());
        });
    }

    /** Gives a file up whose bytes nobody has. Staff have its payments again. */
    OutgoingFile discard(UUID id, StaffDecision by) {
        return change(id, by, "discard", (session, file) -> {
            require(file, Status.DRAFT, Status.RELEASED);
            giveBack(session, undecided(session, id));
            return file.with(file.progress().as(Status.DISCARDED), clock.instant());
        });
    }

    private static List<OutgoingPayment> undecided(Session session, UUID file) {
        return OutgoingPaymentStore.ofFile(session, file).stream()
                .filter(one -> one.status().isUndecided())
                .toList();
    }

    private void giveBack(Session session, List<OutgoingPayment> payments) {
        for (var one : legs) {
            one.giveBack(session, legsOf(one, payments));
        }
        var now = clock.instant();
        OutgoingPaymentStore.update(
                session,
                payments.stream()
                        .map(one -> one.as(OutgoingPayment.Status.REMOVED, now))
                        .toList());
    }

    private static List<FiledLegs.Leg> legsOf(FiledLegs<?> of, Collection<OutgoingPayment> payments) {
        return payments.stream()
                .filter(one -> one.subject() == of.subject())
                .map(OutgoingPayment::leg)
                .toList();
    }

    /** Checks that a file can be released. */
    void requireReleasable(OutgoingFile file) {
        database.transaction(session -> {
            requireReleasable(session, file);
            return file;
        });
    }

    private void requireReleasable(Session session, OutgoingFile file) {
        require(file, Status.DRAFT);
        requireDay(file.terms().executionDay(), today(file));
        requireWithinLimits(session, file, EnumSet.of(Status.RELEASED, Status.HANDED_OUT, Status.CLOSED));
    }

    private void requireWithinLimits(Session session, OutgoingFile file, Set<Status> counting) {
        var account = accounts.get(session, file.terms().accountId());
        DayOut.require(session, account, file, undecided(session, file.id()), counting);
    }

    private LocalDate today(OutgoingFile file) {
        return clock.instant().atZone(file.terms().zone()).toLocalDate();
    }

    /** Writes a file, as two people want it. */
    OutgoingFile release(UUID id, StaffDecision by) {
        return change(id, by, "release", (session, file) -> {
            requireReleasable(session, file);
            var bytes = bytes(session, file);
            OutgoingFileStore.store(session, id, Bytes.packed(bytes));
            return file.with(file.progress().released(Bytes.hash(bytes), by.operator()), clock.instant());
        });
    }

    private byte[] bytes(Session session, OutgoingFile file) {
        var form = FileForm.of(file, accounts.get(session, file.terms().accountId()), currencies);
        var payments = undecided(session, file.id());
        var sum = payments.stream().mapToLong(OutgoingPayment::amount).reduce(0, Math::addExact);
        if (payments.size() != file.payments() || sum != file.total()) {
            throw session.rowMac()
                    .altered("In payment_file_line, payment_file_id " + file.id() + ": " + payments.size()
                            + " payments of " + sum + " and not " + file.payments() + " of " + file.total()
                            + ". Run ./tical audit.");
        }
        try {
            return form.write(form.orders(payments)).bytes();
        } catch (PaymentFileException e) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_IMPOSSIBLE",
                    e.getMessage() + (e.payment() == null ? "" : " Remove the payment " + e.payment() + "."));
        }
    }

    /**
     * The bytes of a released file. Who takes them first may give them to the bank, so its payments count as sent from then on.
     *
     * @throws Problem.Conflict {@code PAYMENT_FILE_CHANGED} if a payment was decided otherwise meanwhile; {@code PAYMENT_FILE_DAY_PAST};
     *     {@code PAYING_ACCOUNT_INACTIVE}, {@code PAYMENT_FILE_OVER_LIMIT};
     *     {@code PAYMENT_FILE_STATUS_TRANSITION_INVALID} unless it is released
     */
    byte[] handOut(UUID id, StaffDecision by) {
        var known = get(id);
        if (known.status() == Status.RELEASED) {
            change(id, by, "hand_out", (session, file) -> {
                if (file.status() != Status.RELEASED) {
                    return file; // a colleague was quicker
                }
                requireDay(file.terms().executionDay(), today(file));
                requireWithinLimits(session, file, EnumSet.of(Status.HANDED_OUT, Status.CLOSED));
                return handedOut(session, file, by);
            });
        } else {
            require(known, Status.HANDED_OUT, Status.CLOSED);
        }
        return database.run(session -> {
            var file = found(session, id, false);
            var content = OutgoingFileStore.content(session, id).orElse(new byte[0]);
            return Bytes.unpacked(content, String.valueOf(file.progress().hash()));
        });
    }

    private OutgoingFile handedOut(Session session, OutgoingFile file, StaffDecision by) {
        var payments = undecided(session, file.id());
        var closed = legs.stream()
                .flatMap(one -> one.handOut(session, legsOf(one, payments)).stream())
                .collect(Collectors.toSet());
        if (!closed.isEmpty()) {
            var decided = payments.stream()
                    .filter(one -> closed.contains(one.attemptId()))
                    .map(OutgoingPayment::reference)
                    .toList();
            throw new Problem.Conflict(
                    "PAYMENT_FILE_CHANGED",
                    decided.size() + " payments of this file were decided otherwise since it was made, such as "
                            + String.join(", ", decided.subList(0, Math.min(SHOWN_MAX, decided.size())))
                            + ". Discard it, and make a new one.");
        }
        var now = clock.instant();
        var answerBy = answerBy(session, file);
        OutgoingPaymentStore.due(
                session,
                file.id(),
                payments.stream().map(OutgoingPayment::number).toList(),
                answerBy);
        return file.with(file.progress().handedOut(by.operator(), now, answerBy), now);
    }

    /** The end of the last day on which the bank should say what became of a file. */
    private static Instant answerBy(Session session, OutgoingFile file) {
        var days = PayingAccountStore.find(session, file.terms().accountId(), false)
                .map(PayingAccount::answerDays)
                .orElse(1);
        return file.terms()
                .executionDay()
                .plusDays(days + 1L)
                .atStartOfDay(file.terms().zone())
                .toInstant();
    }

    /** @throws Problem.Conflict {@code PAYMENT_FILE_CARRIED_OUT} if something shows that the bank has the file */
    void requireVoidable(OutgoingFile file) {
        require(file, Status.HANDED_OUT);
        database.run(session -> {
            requireNotCarriedOut(file, OutgoingPaymentStore.shown(session, file.id(), null));
            return file;
        });
    }

    private static void requireNotCarriedOut(OutgoingFile file, List<OutgoingPayment> payments) {
        var carriedOut = payments.stream()
                .filter(one ->
                        one.entryId() != null || one.said() != null || one.status() == OutgoingPayment.Status.DELIVERED)
                .count();
        if (carriedOut > 0 || file.progress().entryId() != null) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_CARRIED_OUT",
                    "The bank has this file: its answer or a statement has " + Math.max(carriedOut, 1)
                            + " of its payments. Wait for its answer on the others.");
        }
    }

    /** Says, as two people, that a file never came to the bank. Its payments are then sent again. */
    OutgoingFile voidFile(UUID id, StaffDecision by) {
        return change(id, by, "void", (session, file) -> {
            require(file, Status.HANDED_OUT);
            var payments = OutgoingPaymentStore.ofFile(session, id);
            requireNotCarriedOut(file, payments);
            var now = clock.instant();
            var open =
                    payments.stream().filter(one -> one.status().isUndecided()).toList();
            OutgoingPaymentStore.update(
                    session,
                    open.stream()
                            .map(one -> one.as(OutgoingPayment.Status.VOID, now))
                            .toList());
            OutgoingPaymentStore.due(
                    session, id, open.stream().map(OutgoingPayment::number).toList(), now);
            return file.with(file.progress().as(Status.VOID), now);
        });
    }

    /** A change of a file in a transaction. */
    @FunctionalInterface
    interface Change {
        OutgoingFile make(Session session, OutgoingFile file);
    }

    OutgoingFile change(UUID id, StaffDecision by, String action, Change change) {
        return database.transaction(session -> {
            var before = found(session, id, true);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(OutgoingFile.RESOURCE);
            }
            var after = change.make(session, before);
            if (!after.equals(before)) {
                OutgoingFileStore.update(session, after);
                AuditEntry.insertLater(
                        session,
                        by.actor(),
                        Act.change(
                                null,
                                after.livemode(),
                                action,
                                OutgoingFile.RESOURCE,
                                id,
                                Logged.of(before),
                                Logged.of(after)),
                        after.updatedAt());
            }
            return after;
        });
    }

    /** What the audit log has of a file. */
    record Logged(
            String name,
            Status status,
            int payments,
            long total,
            String currency,
            @Nullable String hash) {
        static Logged of(OutgoingFile file) {
            return new Logged(
                    file.terms().name(),
                    file.status(),
                    file.payments(),
                    file.total(),
                    file.terms().currency(),
                    file.progress().hash());
        }
    }
}
