package io.tical.server.verification;

import io.tical.db.Session;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The stored bank accounts of one kind. */
public interface VerifiableAccounts {
    /**
     * An account as operators see it.
     *
     * @param account its fields, as JSON
     * @param refusedAt when finance refused to verify it; null unless that is its status
     */
    record Reviewed(
            TransactionKey key,
            Object account,
            VerificationStatus status,
            @Nullable Instant refusedAt) implements Keyed {}

    /** The name of the kind in error codes and in the audit log. */
    String resource();

    /** Its transitions: {@link VerificationStatus#table} of the resource. */
    StateTable<VerificationStatus, Trigger, NoEffect> transitions();

    /** The accounts of all organizations, newest first; one row more than the page's limit, when there are that many. */
    List<Reviewed> list(Session session, VerificationFilter filter, Page page);

    Optional<Reviewed> find(Session session, UUID id);

    /**
     * Locks an account, applies a trigger, and writes it. Returns its status before; empty if there is no such account.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code …_STATUS_TRANSITION_INVALID}
     */
    Optional<VerificationStatus> decide(Session session, TransactionKey key, Trigger trigger, Instant at);
}
