package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PaidPayins.Candidate;
import io.tical.server.payin.PaidPayins.PaidInTest;
import io.tical.server.payin.PaidPayins.Received;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The SQL that finds payins by what their payers were asked to transfer. */
final class PaidPayinStore {
    private PaidPayinStore() {}

    static List<Candidate> find(Session session, Collection<Received> received) {
        return session.sql("""
                        SELECT p.organization_id, p.livemode, p.payin_id, p.collection_account_id, p.transfer_amount, p.status, p.finalized_at
                        FROM unnest(cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:amounts AS bigint[]))
                             AS r (account_id, livemode, amount)
                        JOIN payin p ON p.collection_account_id = r.account_id AND p.transfer_amount = r.amount
                             AND p.livemode = r.livemode
                        WHERE p.status IN (%s) ORDER BY p.payin_id
                        """.formatted(PaidPayins.payable()))
                .bindEach("accounts", received, Received::accountId)
                .bindEach("livemodes", received, Received::livemode)
                .bindEach("amounts", received, Received::amount)
                .list(row -> PaidPayins.candidate(
                        TransactionKey.of(row, "payin_id"),
                        new Received(
                                row.uuid("collection_account_id"), row.flag("livemode"), row.number("transfer_amount")),
                        Word.of(PayinStatus.class, row.text("status")),
                        row.instantOrNull("finalized_at")));
    }

    static List<PaidInTest> paidInTest(Session session, UUID account, Instant madeSince) {
        return session.sql("""
                        SELECT payin_id, transfer_amount, merchant_ref, holder_name, account_no, coalesce(finalized_at, updated_at) AS paid_at
                        FROM payin
                        WHERE collection_account_id = :account AND NOT livemode AND payin_id >= cast(:since AS uuid) AND paid > 0
                        ORDER BY payin_id
                        """)
                .bind("account", account)
                .bind("since", Ids.boundary(madeSince))
                .list(row -> new PaidInTest(
                        row.uuid("payin_id"),
                        row.number("transfer_amount"),
                        row.text("merchant_ref"),
                        row.textOrNull("holder_name"),
                        row.textOrNull("account_no"),
                        row.instant("paid_at")));
    }

    /** The newest payins with an amount within a distance. */
    static List<Payin> near(Session session, Received received, long distance, int rowsMax) {
        var keys = session.sql("""
                        SELECT organization_id, livemode, payin_id FROM payin
                        WHERE collection_account_id = :account AND livemode = :livemode
                          AND transfer_amount BETWEEN :from AND :to ORDER BY payin_id DESC LIMIT :rows
                        """)
                .bind("account", received.accountId())
                .bind("livemode", received.livemode())
                .bind("from", received.amount() - distance)
                .bind("to", received.amount() + distance)
                .bind("rows", rowsMax)
                .list(row -> TransactionKey.of(row, "payin_id"));
        return PayinStore.find(session, keys, false).reversed();
    }
}
