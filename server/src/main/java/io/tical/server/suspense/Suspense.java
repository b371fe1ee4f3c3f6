package io.tical.server.suspense;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.payin.PayinCommand.Confirm;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.DueTable;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can be done with money that nobody could match. */
public final class Suspense {
    private final Database database;
    private final GroupCommit groupCommit;
    private final Payins payins;
    private final SuspenseChanges changes;

    public Suspense(Database database, GroupCommit groupCommit, Payins payins) {
        this.database = database;
        this.groupCommit = groupCommit;
        this.payins = payins;
        this.changes = new SuspenseChanges(payins.changes());
    }

    /**
     * Who decides, and on what they saw.
     *
     * @param requestId of the request in which they do; one that is repeated decides once
     * @param version the item's, as they saw it
     * @param note for whoever reads the history, or null
     */
    public record Reviewer(
            String username,
            String requestId,
            long version,
            @Nullable String note) {}

    /** Notes payments, each of them once, in the transaction that finds that their payins do not take them. */
    public static void note(Session session, Collection<Unmatched> payments) {
        if (!payments.isEmpty()) {
            SuspenseStore.note(session, payments);
        }
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<SuspenseItem> list(SuspenseStatus status, Page page) {
        return database.run(session -> SuspenseStore.list(session, status, page));
    }

    /** @throws Problem.NotFound {@code SUSPENSE_NOT_FOUND} */
    public SuspenseItem get(UUID id) {
        return database.run(session -> SuspenseStore.find(session, id))
                .orElseThrow(() -> Problem.NotFound.of(SuspenseChanges.OBJECT_TYPE));
    }

    /** What seems to have been meant for this payin, oldest first. */
    public List<SuspenseItem> ofPayin(UUID organizationId, boolean livemode, UUID payinId) {
        return database.run(session -> SuspenseStore.ofPayin(session, organizationId, livemode, payinId));
    }

    /**
     * Decides what becomes of money in suspense.
     *
     * @throws Problem.NotFound {@code SUSPENSE_NOT_FOUND}; {@code PAYIN_NOT_FOUND} when it is to pay a payin that this
     *     organization does not have in this environment
     * @throws Problem.Refused {@code CURRENCY_MISMATCH} when that payin is in another currency
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when that payin takes no payment; {@code
     *     SUSPENSE_STATUS_TRANSITION_INVALID} when it was decided; {@code VERSION_CONFLICT} when it, or the payin, changed since
     */
    public SuspenseItem dispose(UUID id, Disposition disposition, Reviewer reviewer) {
        var item = get(id);
        var payment = switch (disposition) {
            case Disposition.Match(var payinId) -> payment(item, payinId, reviewer);
            case Disposition.Return back -> null;
            case Disposition.Keep keep -> null;
        };
        return run(new SuspenseCommand.Dispose(item.key(), disposition, reviewer, payment));
    }

    private Confirm payment(SuspenseItem item, UUID payinId, Reviewer reviewer) {
        if (item.payment().claim()) {
            throw new Problem.Conflict(
                    "SUSPENSE_STATUS_TRANSITION_INVALID",
                    "This is money that left and is claimed back, so it cannot pay a payin; say that it came back, or keep the loss");
        }
        var key = item.key();
        var target = new TransactionKey(key.organizationId(), key.livemode(), payinId);
        var payin = payins.find(target).orElseThrow(() -> Problem.NotFound.of("payin"));
        var money = item.payment();
        if (!payin.terms().currency().equals(money.currency())) {
            throw new Problem.Refused(
                    "CURRENCY_MISMATCH",
                    "This money is in " + money.currency() + " and the payin in "
                            + payin.terms().currency() + "; match it with another payin, or return it");
        }
        if (payin.matched()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID",
                    "The payer of this payin pays the payee of a payout, and this money is the operator's; match it with"
                            + " another payin, or return it");
        }
        payin.status().on(PayinStatus.Trigger.CONFIRM);
        return new Confirm(
                target,
                Actor.staff(reviewer.username(), reviewer.requestId()),
                new Receipt(money.amount(), money.reference(), null),
                OptionalLong.of(payin.progress().version()),
                reviewer.note());
    }

    /** Posts what was noted. A posting locks its item and does nothing the second time. */
    public Work work() {
        return new LockedWork(
                database,
                "suspense",
                "suspense item",
                Duration.ofSeconds(1),
                new DueTable("suspense", "suspense_id", "due_at", "status = 'noted'"),
                new LockedWork.Limits(100, 1),
                keys -> {
                    run(new SuspenseCommand.Post(keys.getFirst()));
                    return 1;
                });
    }

    private SuspenseItem run(SuspenseCommand command) {
        var key = command.key();
        return groupCommit.run(changes, command, key.organizationId(), key.livemode());
    }
}
