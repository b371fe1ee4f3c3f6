package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entries of the operator's accounts. */
record AccountEntries(Database database, Clock clock) {
    /** The name of an entry in codes and in the audit log. */
    static final String RESOURCE = "bank_entry";

    static TransactionKey key(AccountEntry entry) {
        return TransactionKey.ofService(entry.livemode(), entry.id());
    }

    /** @throws Problem.NotFound {@code BANK_ENTRY_NOT_FOUND} */
    AccountEntry get(UUID id) {
        return database.run(session -> AccountEntryStore.find(session, id)).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    List<AccountEntry> list(AccountEntryStore.Filter filter, Page page) {
        return database.run(session -> AccountEntryStore.list(session, filter, page));
    }

    /** @throws Problem.Conflict {@code BANK_ENTRY_STATUS_TRANSITION_INVALID} */
    static void require(AccountEntry entry, Status status) {
        if (entry.status() != status) {
            throw new Problem.Conflict(
                    "BANK_ENTRY_STATUS_TRANSITION_INVALID",
                    "This entry is " + entry.status().word() + ". Load it again; only one that is " + status.word()
                            + " allows this.");
        }
    }

    /** Says that an open entry needs nothing, for the reason in the note. */
    AccountEntry ignore(UUID id, StaffDecision by) {
        return change(id, by, "ignore", Status.OPEN, entry -> entry.with(
                Status.IGNORED, String.valueOf(by.note()), null, by.operator(), clock.instant()));
    }

    /** Opens an ignored entry again. */
    AccountEntry reopen(UUID id, StaffDecision by) {
        return change(
                id, by, "reopen", Status.IGNORED, entry -> entry.with(Status.OPEN, null, null, null, clock.instant()));
    }

    private AccountEntry change(
            UUID id, StaffDecision by, String action, Status from, UnaryOperator<AccountEntry> change) {
        return database.transaction(session -> {
            var before = AccountEntryStore.lock(session, List.of(id)).stream()
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(RESOURCE));
            require(before, from);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            var after = change.apply(before);
            AccountEntryStore.update(session, List.of(after));
            AuditEntry.insertLater(
                    session,
                    by.actor(),
                    Act.change(
                            null,
                            after.livemode(),
                            action,
                            RESOURCE,
                            id,
                            new Shown(before.status(), before.reason()),
                            new Shown(after.status(), after.reason())),
                    after.updatedAt());
            return after;
        });
    }

    private record Shown(Status status, @Nullable String reason) {}
}
