package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.PaymentProof.Status;
import io.tical.server.collection.AccountZones;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was credited with what statements say. A payment that a complete statement of its time does not have is an alarm: that is how
 * forged slips are found.
 *
 * @param zones in which the banks book
 */
public record PaymentProofs(Database database, Clock clock, AccountZones zones) {
    /** After an import, entries are matched first. */
    private static final Duration AFTER_IMPORT = Duration.ofSeconds(5);

    /** After all payments: the year 9999. */
    private static final long FAR = 253_402_300_799L;

    private static final Duration AGAIN = Duration.ofSeconds(5);

    /** The days by which a bank may book later than a transfer was made. */
    private static final int BOOKED_LATER_DAYS = 1;

    /** Says that entries of payins prove their payments. */
    void prove(Session session, Collection<AccountEntry> entries) {
        prove(session, entries, clock.instant());
    }

    static void prove(Session session, Collection<AccountEntry> entries, Instant now) {
        var byPayin = new HashMap<TransactionKey, UUID>();
        for (var entry : entries) {
            if (entry.match() != null) {
                byPayin.put(entry.match().transaction(), entry.id());
            }
        }
        var proved = new ArrayList<PaymentProof>();
        for (var proof : PaymentProofStore.lock(session, byPayin.keySet())) {
            var entry = byPayin.get(proof.key());
            if (entry != null && proof.status() != Status.PROVED) {
                proved.add(proof.proved(entry, now));
            }
        }
        PaymentProofStore.update(session, proved);
    }

    /** Makes background work compare the payments of an account whose days a statement says. */
    static void compareLater(Session session, UUID account, boolean livemode, Instant until) {
        PaymentProofStore.due(session, account, livemode, until, AFTER_IMPORT);
    }

    /** Makes background work compare all waiting payments of an account. */
    static void compareAll(Session session, UUID account) {
        for (var livemode : List.of(true, false)) {
            compareLater(session, account, livemode, Instant.ofEpochSecond(FAR));
        }
    }

    /** Compares due payments with the statements; returns how many. */
    int compare(List<TransactionKey> keys) {
        return database.transaction(session -> {
            var now = clock.instant();
            var missing = new ArrayList<PaymentProof>();
            var done = new ArrayList<TransactionKey>();
            var complete = new HashMap<Account, List<StatementStore.Stored>>();
            var matching = new HashMap<Account, Boolean>();
            var zonesNow = zones.all(session);
            for (var proof : PaymentProofStore.lock(session, keys)) {
                var account =
                        new Account(proof.payment().accountId(), proof.key().livemode());
                if (proof.status() == Status.WAITING
                        && matching.computeIfAbsent(
                                account, one -> PaymentProofStore.entriesDue(session, one.id(), one.livemode()))) {
                    PaymentProofStore.due(session, List.of(proof.key()), now.plus(AGAIN));
                    continue;
                }
                var wait = proof.waitUntil();
                if (proof.status() == Status.WAITING && wait != null && wait.isAfter(now)) {
                    PaymentProofStore.due(session, List.of(proof.key()), wait);
                    continue;
                }
                var statements = complete.computeIfAbsent(
                        account, one -> StatementStore.complete(session, one.id(), one.livemode()));
                if (proof.status() == Status.WAITING && covered(proof, statements, zonesNow)) {
                    missing.add(proof.missing(now));
                }
                done.add(proof.key());
            }
            PaymentProofStore.update(session, missing);
            PaymentProofStore.due(session, done, null);
            return done.size();
        });
    }

    private record Account(UUID id, boolean livemode) {}

    /** Whether statements say all of the days on which a payment would be. */
    private static boolean covered(PaymentProof proof, List<StatementStore.Stored> statements, AccountZones.All zones) {
        var day = LocalDate.ofInstant(
                proof.payment().at(), zones.of(proof.payment().accountId()));
        return day.datesUntil(day.plusDays(BOOKED_LATER_DAYS + 1L))
                .allMatch(one -> statements.stream().anyMatch(statement -> statement.says(one)));
    }

    /** @throws Problem.NotFound {@code PAYMENT_PROOF_NOT_FOUND} */
    PaymentProof get(UUID payin) {
        return database.run(session -> PaymentProofStore.find(session, payin))
                .orElseThrow(() -> Problem.NotFound.of(PaymentProof.RESOURCE));
    }

    List<PaymentProof> list(Environments environments, @Nullable Status status, Page page) {
        return database.run(session -> PaymentProofStore.list(session, environments, status, page));
    }

    /** @throws Problem.Conflict {@code PAYMENT_PROOF_STATUS_TRANSITION_INVALID} */
    static void requireMissing(PaymentProof proof) {
        if (proof.status() != Status.MISSING) {
            throw new Problem.Conflict(
                    "PAYMENT_PROOF_STATUS_TRANSITION_INVALID",
                    "This payment is " + proof.status().word()
                            + ". Load it again; only a missing one needs a decision.");
        }
    }

    /** Says to wait, such as for a statement that comes late. */
    PaymentProof waitUntil(UUID payin, Instant until, StaffDecision by) {
        return change(payin, by, "wait", (proof, now) -> proof.waiting(until, by.operator(), by.note(), now));
    }

    /** Says why no entry shows the payment. */
    PaymentProof explain(UUID payin, StaffDecision by) {
        return change(payin, by, "explain", (proof, now) -> proof.explained(by.operator(), by.note(), now));
    }

    private PaymentProof change(
            UUID payin, StaffDecision by, String action, BiFunction<PaymentProof, Instant, PaymentProof> change) {
        var key = get(payin).key();
        return database.transaction(session -> {
            var before = PaymentProofStore.lock(session, List.of(key)).getFirst();
            requireMissing(before);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(PaymentProof.RESOURCE);
            }
            var after = change.apply(before, clock.instant());
            PaymentProofStore.update(session, List.of(after));
            PaymentProofStore.due(session, List.of(key), after.waitUntil());
            AuditEntry.insertLater(
                    session,
                    by.actor(),
                    Act.change(
                            key.organizationId(),
                            key.livemode(),
                            action,
                            PaymentProof.RESOURCE,
                            payin,
                            new Shown(before.status(), before.waitUntil()),
                            new Shown(after.status(), after.waitUntil())),
                    after.updatedAt());
            return after;
        });
    }

    private record Shown(Status status, @Nullable Instant waitUntil) {}
}
