package io.tical.server.verification;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.verification.VerifiableAccounts.Reviewed;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** Verifies the bank accounts of one kind, or refuses to. */
public record Verifications(Database database, Clock clock, VerifiableAccounts accounts) {
    /** The record of a decision, for its fingerprint. */
    private record Decided(Trigger trigger) {}

    private record Logged(VerificationStatus verification) {}

    /** A page of accounts of all organizations, newest first. */
    List<Reviewed> list(VerificationFilter filter, Page page) {
        return database.run(session -> accounts.list(session, filter, page));
    }

    /** @throws Problem.NotFound with the code of the resource */
    Reviewed find(UUID id) {
        return database.run(session -> find(session, id));
    }

    private Reviewed find(Session session, UUID id) {
        return accounts.find(session, id).orElseThrow(this::notFound);
    }

    private Problem.NotFound notFound() {
        return Problem.NotFound.of(accounts.resource());
    }

    /** Whether finance can decide on an account. */
    boolean decidable(Reviewed account) {
        return accounts.transitions().allows(account.status(), Trigger.VERIFY);
    }

    /**
     * Verifies an account, or refuses to.
     *
     * @throws Problem.NotFound with the code of the resource
     * @throws Problem.Conflict {@code …_STATUS_TRANSITION_INVALID}
     */
    Reviewed decide(TransactionKey key, Trigger trigger, StaffDecision decision) {
        return IdempotencyRecords.run(
                database,
                recordKey(key, trigger, decision),
                session -> decided(session, key, trigger, decision),
                session -> find(session, key.id()));
    }

    /** The key under which a decision is recorded. */
    static IdempotencyKey recordKey(TransactionKey key, Trigger trigger, StaffDecision decision) {
        return decision.recordKey(key, new Decided(trigger));
    }

    private Reviewed decided(Session session, TransactionKey key, Trigger trigger, StaffDecision decision) {
        var now = clock.instant();
        var before = accounts.decide(session, key, trigger, now).orElseThrow(this::notFound);
        var after = find(session, key.id());
        var act = Act.change(
                key.organizationId(),
                key.livemode(),
                trigger.word(),
                accounts.resource(),
                key.id(),
                new Logged(before),
                new Logged(after.status()));
        AuditEntry.insertLater(session, decision.actor(), act.noting(decision.note()), now);
        return after;
    }
}
