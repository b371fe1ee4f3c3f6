package io.tical.server.p2p;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutMatching;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of offers. A transaction that changes an offer must hold the lock on its payout. */
final class OfferStore {
    /** Not in the journal: without its offer a payout is sent by its rail. */
    static final BulkWrite<Offer> OFFERS = BulkWrite.<Offer>of("p2p_offer")
            .key("payout_id", "uuid", offer -> offer.payout().id())
            .column("organization_id", "uuid", offer -> offer.payout().organizationId())
            .column("livemode", "boolean", offer -> offer.payout().livemode())
            .column("currency", "text", Offer::currency)
            .column("amount", "bigint", Offer::amount)
            .column("bank_code", "text", Offer::bankCode)
            .column("account_no", "text", Offer::accountNo)
            .column("holder_name", "text", Offer::holderName)
            .column("offered_until", "timestamptz", Offer::until)
            .authenticated();

    private OfferStore() {}

    /** When the session sends, inserts offers that do not exist. */
    static void insertLater(Session session, Collection<Offer> offers) {
        if (!offers.isEmpty()) {
            OFFERS.insert(session, offers, "ON CONFLICT DO NOTHING").runLater();
        }
    }

    /**
     * Locks the payouts of the oldest offers of this amount and returns them. Skips rows that another transaction has locked.
     *
     * @param seen payouts to exclude
     */
    static List<UUID> lock(Session session, Offers.Kind kind, Collection<UUID> seen, int most) {
        return session.sql("SELECT o.payout_id FROM p2p_offer o" + PayoutMatching.PAYOUTS + "WHERE"
                        + PayoutMatching.PROCESSING + """
                          AND o.livemode = :livemode AND o.currency = :currency AND o.amount = :amount
                          AND o.offered_until > now() AND o.payout_id <> ALL (cast(:seen AS uuid[]))
                        ORDER BY o.payout_id LIMIT :most FOR UPDATE OF p SKIP LOCKED
                        """)
                .bind("livemode", kind.livemode())
                .bind("currency", kind.currency())
                .bind("amount", kind.amount())
                .bindEach("seen", seen, id -> id)
                .bind("most", most)
                .list(row -> row.uuid("payout_id"));
    }

    /** The valid offers of locked payouts: the payout is processing and was not sent. Payers are not sent to altered ones. */
    static List<Offer> standing(Session session, Collection<UUID> payouts) {
        var proof = OFFERS.readingProof(session);
        return session
                .sql("SELECT o.* FROM p2p_offer o" + PayoutMatching.PAYOUTS + "WHERE" + PayoutMatching.WAITING
                        + "AND o.payout_id = ANY (cast(:payouts AS uuid[])) ORDER BY o.payout_id")
                .bindEach("payouts", payouts, id -> id)
                .list(row -> proof.holds(row) ? Optional.of(offer(row)) : Optional.<Offer>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Deletes offers when the session sends. */
    static void deleteLater(Session session, Collection<UUID> payouts) {
        session.sql("DELETE FROM p2p_offer WHERE payout_id = ANY (cast(:payouts AS uuid[]))")
                .bindEach("payouts", payouts, id -> id)
                .runLater();
    }

    /** Deletes at most {@code rowsMax} expired offers, except altered ones; returns how many. */
    static long forget(Session session, int rowsMax) {
        var expired = session.sql("""
                        SELECT * FROM p2p_offer WHERE offered_until < now() ORDER BY offered_until
                        LIMIT :rows FOR UPDATE SKIP LOCKED
                        """).bind("rows", rowsMax);
        return OFFERS.readingProof(session).forget(session, expired);
    }

    private static Offer offer(Row row) {
        return new Offer(
                TransactionKey.of(row, "payout_id"),
                row.text("currency"),
                row.number("amount"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.instant("offered_until"));
    }
}
