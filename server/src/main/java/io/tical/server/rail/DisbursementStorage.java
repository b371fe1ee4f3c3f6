package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.outward.Fence;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.CommandOperation;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Reads and locks the payouts or the settlements of a group, and writes their changes with what follows from those of their attempts: the
 * claims, the bank entries that gave money back, and the transfers that people reported.
 *
 * @param walletsOf the wallets of the existing objects
 * @param finder reads the existing objects
 * @param locker locks and reads them
 * @param writer writes the rows of the objects
 * @param received the transfers that pay nothing, because they were received
 */
public record DisbursementStorage<A extends Aggregate<A> & Disbursement<A>>(
        BiFunction<Session, Collection<TransactionKey>, Collection<WalletKey>> walletsOf,
        BiFunction<Session, Collection<TransactionKey>, List<A>> finder,
        BiFunction<Session, Collection<TransactionKey>, List<A>> locker,
        BiConsumer<Session, List<Changed<A>>> writer,
        Claims claims,
        ReturnedPayments returned,
        ReceivedTransfers received,
        Fence fence,
        Clock clock)
        implements CommandOperation.Storage<A> {
    @Override
    public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        return walletsOf.apply(session, keys);
    }

    @Override
    public List<A> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        return (lock ? locker : finder).apply(session, keys);
    }

    @Override
    public void write(Session session, List<Changed<A>> changed) {
        writer.accept(session, changed);
        var after = changed.stream().map(Changed::after).toList();
        claims.openOf(session, after);
        returned.takeOf(session, after);
        PaidTransfers.requireNotReceivedLater(session, received, changed);
        ReportedTransfers.writeDownLater(session, fence, clock.instant(), changed);
    }
}
