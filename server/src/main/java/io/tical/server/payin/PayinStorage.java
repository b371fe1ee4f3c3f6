package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.collection.Reservations;
import io.tical.server.collection.Reservations.AmountReservation;
import io.tical.server.crypto.Deposits;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.p2p.Matches;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads, locks and writes payins, with the reservations, deposit addresses and matches that follow them.
 *
 * @param matchGrace how long a payout waits for a matched payin that ended without a payment
 */
record PayinStorage(Duration matchGrace, Deposits deposits, PayinSlips slips)
        implements CommandOperation.Storage<Payin> {
    /** How long an expired payin keeps its reservation, for late payments. */
    static final Duration RESERVATION_KEPT = Duration.ofHours(24);

    /** None: {@link PayinGroup#wallets} has those of the payins that are paid or refunded, because others need none. */
    @Override
    public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        return List.of();
    }

    @Override
    public List<Payin> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        return PayinStore.find(session, keys, lock);
    }

    @Override
    public void write(Session session, List<Changes.Changed<Payin>> changed) {
        var payins = changed.stream().map(Changes.Changed::after).toList();
        PayinStore.updateLater(session, payins);
        releaseReservations(session, payins);
        extendDeposits(session, payins);
        releaseMatches(session, payins);
    }

    /**
     * Raises the versions of a locked payin and of its undecided slips, because its match was released or a payment of it became unallocated
     * funds. Decisions that were made before would have another effect now, so they are refused.
     */
    void raiseVersions(Session session, Payin locked) {
        PayinStore.updateLater(session, List.of(locked.withVersion(locked.version() + 1)));
        slips.raiseVersions(session, List.of(locked.key()));
    }

    /**
     * Releases the reservations of payins that have ended. An open payin keeps its reservation; an expired one keeps it for {@link
     * #RESERVATION_KEPT}.
     */
    private static void releaseReservations(Session session, List<Payin> payins) {
        var ended = new ArrayList<Reservations.Held>();
        var expired = new ArrayList<Reservations.Held>();
        for (var payin : payins) {
            var terms = payin.terms();
            var account = terms.collectionAccountId();
            if (account != null && !payin.status().open()) {
                var reservation = new AmountReservation(account, terms.livemode(), terms.transferAmount());
                (payin.status() == PayinStatus.EXPIRED ? expired : ended)
                        .add(new Reservations.Held(reservation, payin.id()));
            }
        }
        Reservations.release(session, ended);
        payins.stream()
                .filter(payin -> payin.status() == PayinStatus.EXPIRED)
                .map(payin -> payin.progress().updatedAt())
                .max(Comparator.naturalOrder())
                .ifPresent(now -> Reservations.releaseAt(session, expired, now.plus(RESERVATION_KEPT)));
    }

    /** A payout waits for a payin that ended without a payment, because the payer may still upload a slip. */
    private void releaseMatches(Session session, List<Payin> payins) {
        payins.stream()
                .filter(payin -> payin.matched() && payin.status().unpaid())
                .collect(Collectors.groupingBy(
                        payin -> payin.progress().updatedAt(), Collectors.mapping(Payin::key, Collectors.toList())))
                .forEach((at, keys) -> Matches.releaseAt(session, keys, at.plus(matchGrace)));
    }

    /** The expiry of a guide's payin, and of its address, counts from the activation. */
    private void extendDeposits(Session session, List<Payin> payins) {
        payins.stream()
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO && payin.status() == PayinStatus.PROCESSING)
                .forEach(payin ->
                        deposits.expires(session, payin.key(), payin.progress().expiresAt()));
    }
}
