package io.tical.server.customer;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.customer.VerificationStatus.Trigger;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finance verifies bank accounts of merchants' customers, or refuses to. */
public record Verifications(Database database, Clock clock) {
    static final String RESOURCE = "customer";

    /**
     * An account as operators see it.
     *
     * @param requestedAt since when finance knows of it, or null
     * @param refusedAt when finance refused it; null unless that is its status
     */
    record Reviewed(
            TransactionKey key,
            Customer customer,
            VerificationStatus status,
            @Nullable Instant requestedAt,
            @Nullable Instant refusedAt) {}

    /** What a decision is recorded as. */
    private record Decided(Trigger trigger) {}

    private record Audited(VerificationStatus verification) {}

    /** A page of accounts of all merchants, newest first. */
    List<Reviewed> list(VerificationFilter filter, Page page) {
        return database.run(session -> VerificationStore.list(session, filter, page));
    }

    /** @throws Problem.NotFound {@code CUSTOMER_NOT_FOUND} */
    Reviewed find(UUID accountId) {
        return database.run(session -> find(session, accountId));
    }

    private static Reviewed find(Session session, UUID accountId) {
        return VerificationStore.find(session, accountId).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /**
     * Verifies an account, or refuses to. Payouts that are created afterwards follow it.
     *
     * @throws Problem.NotFound {@code CUSTOMER_NOT_FOUND}
     * @throws Problem.Conflict {@code CUSTOMER_STATUS_TRANSITION_INVALID}
     */
    Reviewed decide(TransactionKey account, Trigger trigger, StaffDecision decision) {
        return IdempotencyRecords.run(
                database,
                decision.recordKey(account, new Decided(trigger)),
                session -> {
                    var now = clock.instant();
                    var old = CustomerStore.lock(session, account).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
                    var decided = old.on(trigger, now);
                    CustomerStore.update(session, decided);
                    var act = Act.change(
                            account.organizationId(),
                            account.livemode(),
                            trigger.word(),
                            RESOURCE,
                            account.id(),
                            new Audited(old.verification()),
                            new Audited(decided.verification()));
                    AuditEntry.insert(session, decision.actor(), act.noting(decision.note()), now);
                    return find(session, account.id());
                },
                session -> find(session, account.id()));
    }
}
