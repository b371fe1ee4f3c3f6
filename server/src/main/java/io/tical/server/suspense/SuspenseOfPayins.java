package io.tical.server.suspense;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.UnallocatedFunds;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.TimelineItem;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The unallocated funds of payins, for the package of payins. */
public record SuspenseOfPayins(Database database) implements UnallocatedFunds {
    @Override
    public List<UUID> ids(TransactionKey payin) {
        return items(payin, item -> item.key().id());
    }

    @Override
    public List<SuspenseView> views(TransactionKey payin) {
        return items(payin, SuspenseView::of);
    }

    private <T> List<T> items(TransactionKey payin, Function<SuspenseItem, T> field) {
        return database.run(session -> SuspenseStore.ofPayin(session, payin)).stream()
                .map(field)
                .toList();
    }

    @Override
    public List<TimelineItem> of(TransactionKey payin) {
        return Suspense.timeline(database, payin);
    }

    @Override
    public void record(Session session, Collection<Payment> payments) {
        var noted = payments.stream()
                .map(found -> new Unmatched(
                        found.payin(),
                        Unmatched.Source.STAFF,
                        found.reference(),
                        found.extra() ? Unmatched.Reason.EXTRA : Unmatched.Reason.CLOSED,
                        found.currency(),
                        found.amount()))
                .toList();
        if (Suspense.note(session, noted) < noted.size()) {
            throw new Problem.Conflict(
                    "PAYMENT_ALREADY_RECORDED",
                    "The organization's unallocated funds already contain a payment with this reference. Compare both, and send"
                            + " another reference if they are different payments.");
        }
    }
}
