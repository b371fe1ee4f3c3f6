package io.tical.server.outward;

import io.tical.db.Database;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The cases of what left and is not in the database, for people. */
public record LostCases(Database database, Clock clock) {
    /** The name of a case in codes and in the audit log. */
    public static final String RESOURCE = "lost_case";

    /** The merchants that a picture names at most. */
    public static final int CONCERNED_MAX = 100;

    /**
     * Which cases are listed.
     *
     * @param status null for all
     * @param kind null for all
     * @param text a prefix of the id of the case, of the id of its transaction, or of the merchant's reference; empty for all
     */
    public record Filter(
            Environments environments, Lost.@Nullable Status status, Departure.@Nullable Kind kind, String text) {}

    /**
     * What left and was lost, without what people have closed.
     *
     * @param concerned at most {@value #CONCERNED_MAX}
     */
    public record Picture(List<Sum> sums, List<Concerned> concerned) {
        /** The number of open cases. */
        public long open() {
            return sums.stream()
                    .filter(one -> one.status() == Lost.Status.OPEN)
                    .mapToLong(Sum::count)
                    .sum();
        }
    }

    /**
     * The cases of one environment, kind, status and currency.
     *
     * @param amount minor units
     * @param first when the first of them left
     * @param last when the last of them left
     */
    public record Sum(
            boolean livemode,
            Departure.Kind kind,
            Lost.Status status,
            String currency,
            long count,
            long amount,
            Instant first,
            Instant last) {}

    /** A merchant with cases in one environment. */
    public record Concerned(UUID organizationId, boolean livemode, long cases, long open) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Lost> list(Filter filter, Page page) {
        return database.run(session -> OutwardStore.list(session, filter, page));
    }

    public Picture picture() {
        return database.run(
                session -> new Picture(OutwardStore.sums(session), OutwardStore.concerned(session, CONCERNED_MAX)));
    }

    /** @throws Problem.NotFound {@code LOST_CASE_NOT_FOUND} */
    public Lost get(UUID id) {
        return database.run(session -> OutwardStore.find(session, id)).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /**
     * Requires that a case is open.
     *
     * @throws Problem.Conflict {@code LOST_CASE_STATUS_TRANSITION_INVALID}
     */
    public static void requireOpen(Lost lost) {
        if (!lost.isOpen()) {
            throw new Problem.Conflict(
                    "LOST_CASE_STATUS_TRANSITION_INVALID",
                    "This case is " + lost.status().word() + ". Load it again; only an open one can be closed.");
        }
    }

    /**
     * Closes an open case that two people have dealt with.
     *
     * @throws Problem.NotFound {@code LOST_CASE_NOT_FOUND}
     * @throws Problem.Conflict {@code LOST_CASE_STATUS_TRANSITION_INVALID}; {@code VERSION_CONFLICT} if it has changed since they saw it
     */
    public Lost close(UUID id, StaffDecision by) {
        var key = get(id).key();
        return database.transaction(session -> {
            var before = OutwardStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            requireOpen(before);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            var now = clock.instant();
            var after = before.closed(String.valueOf(by.note()), now);
            OutwardStore.CASES.update(session, List.of(after)).run();
            AuditEntry.insertLater(session, by.actor(), act(before).ofControl(before.words(), by), now);
            return after;
        });
    }

    /** What the audit log shows when people close a case. */
    public static Act act(Lost lost) {
        var key = lost.key();
        return Act.change(
                key.organizationId(),
                key.livemode(),
                "close",
                RESOURCE,
                key.id(),
                new Shown(lost.status()),
                new Shown(Lost.Status.CLOSED));
    }

    private record Shown(Lost.Status status) {}
}
