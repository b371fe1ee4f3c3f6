package io.tical.server.p2p;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutMatching;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of offers. A transaction that changes an offer must hold the lock on its payout. */
final class OfferStore {
    /** Not in the journal: without its offer a payout is sent by its rail. */
    static final Table<Offer> OFFERS = Table.unjournaled("p2p_offer", OfferStore::columns);

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
                .list(row -> proof.holds(row) ? Optional.of(OFFERS.read(row)) : Optional.<Offer>empty())
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

    private static Function<Row, Offer> columns(TableColumns<Offer> t) {
        var payout = t.part(Offer::payout);
        var payoutId = payout.key("payout_id", ID, TransactionKey::id);
        var organizationId = payout.column("organization_id", ID, TransactionKey::organizationId);
        var livemode = payout.column("livemode", FLAG, TransactionKey::livemode);
        var currency = t.column("currency", TEXT, Offer::currency);
        var amount = t.column("amount", NUMBER, Offer::amount);
        var bankCode = t.column("bank_code", TEXT, Offer::bankCode);
        var accountNo = t.column("account_no", TEXT, Offer::accountNo);
        var holderName = t.column("holder_name", TEXT, Offer::holderName);
        var offeredUntil = t.column("offered_until", TIME, Offer::until);
        return row -> new Offer(
                new TransactionKey(organizationId.of(row), livemode.of(row), payoutId.of(row)),
                currency.of(row),
                amount.of(row),
                bankCode.of(row),
                accountNo.of(row),
                holderName.of(row),
                offeredUntil.of(row));
    }
}
