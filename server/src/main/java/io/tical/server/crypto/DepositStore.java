package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.crypto.Deposit.Progress;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of deposits and their addresses. */
final class DepositStore {
    private static final String OF_KEY = TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)";

    private static final BulkWrite<Given> INSERT_ADDRESS = TransactionKey.<Given>write(
                    "crypto_address", "payin_id", one -> one.deposit().key())
            .column("address", "text", one -> one.deposit().address())
            .column("source", "text", Given::source)
            .column("address_index", "bigint", Given::index);

    private static final BulkWrite<Given> INSERT = TransactionKey.<Given>write(
                    "crypto_deposit", "payin_id", one -> one.deposit().key())
            .column("network", "text", one -> one.deposit().network().name())
            .column("address", "text", one -> one.deposit().address())
            .column("amount", "bigint", one -> one.deposit().amount())
            .column("required_confirmations", "int", one -> one.deposit().requiredConfirmations())
            .column("state", "text", one -> one.deposit().progress().state().word())
            .column("opened_at", "timestamptz", one -> one.deposit().openedAt())
            .column("expires_at", "timestamptz", one -> one.deposit().expiresAt())
            .column("due_at", "timestamptz", one -> one.deposit().openedAt());

    private static final BulkWrite<DepositReconciliation.Result> UPDATE =
            TransactionKey.<DepositReconciliation.Result>write(
                            "crypto_deposit", "payin_id", one -> one.deposit().key())
                    .column("state", "text", progress(one -> one.state().word()))
                    .column("received", "bigint", progress(Progress::received))
                    .column("tx_hash", "text", progress(Progress::txHash))
                    .column("confirmations", "bigint", progress(Progress::confirmations))
                    .column("paid", "bigint", progress(Progress::paid))
                    .column("paid_by", "text", progress(Progress::paidBy))
                    .column("cursor", "text", progress(Progress::cursor))
                    .column("version", "bigint", progress(Progress::version))
                    .column("due_at", "timestamptz", DepositReconciliation.Result::dueAt);

    private DepositStore() {}

    private static <T> Function<DepositReconciliation.Result, @Nullable T> progress(
            Function<Progress, @Nullable T> field) {
        return result -> field.apply(result.deposit().progress());
    }

    /** An assigned address. */
    record Given(Deposit deposit, String source, long index) {}

    /** Locks the numbers of assigned addresses by source, in a fixed order; a new source starts at 0. */
    static Map<String, Long> lock(Session session, Collection<String> sources) {
        session.sql("""
                        INSERT INTO crypto_source (source, next_index)
                        SELECT source, 0 FROM unnest(cast(:sources AS text[])) AS s (source) ORDER BY source
                        ON CONFLICT DO NOTHING
                        """).bindEach("sources", sources, source -> source).runLater();
        var next = new HashMap<String, Long>();
        session.sql("""
                        SELECT source, next_index FROM crypto_source WHERE source = ANY(cast(:sources AS text[]))
                        ORDER BY source FOR UPDATE
                        """)
                .bindEach("sources", sources, source -> source)
                .list(row -> next.put(row.text("source"), row.number("next_index")));
        return next;
    }

    static void insertLater(Session session, Collection<Given> given, Map<String, Long> next) {
        session.sql("""
                        UPDATE crypto_source s SET next_index = n.next_index
                        FROM unnest(cast(:sources AS text[]), cast(:indexes AS bigint[])) AS n (source, next_index)
                        WHERE s.source = n.source
                        """)
                .bindEach("sources", next.keySet(), source -> source)
                .bindEach("indexes", next.keySet(), next::get)
                .runLater();
        INSERT_ADDRESS.insert(session, given).runLater();
        INSERT.insert(session, given).runLater();
    }

    static long delay(Session session, Collection<TransactionKey> keys, Instant dueAt) {
        return TransactionKey.bind(
                        session.sql("UPDATE crypto_deposit d SET due_at = :due FROM " + TransactionKey.table("payin_id")
                                + """
                        WHERE d.organization_id = t.organization_id AND d.livemode = t.livemode AND d.payin_id = t.payin_id
                        """),
                        keys)
                .bind("due", dueAt)
                .run();
    }

    static List<Deposit> find(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT d.* FROM crypto_deposit d JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id)";
        return TransactionKey.bind(session.sql(sql), keys).list(DepositStore::deposit);
    }

    /** Locks a deposit until the transaction ends. */
    static Optional<Deposit> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM crypto_deposit" + OF_KEY + " FOR UPDATE"), "payin")
                .first(DepositStore::deposit);
    }

    static void update(Session session, DepositReconciliation.Result result) {
        UPDATE.update(session, List.of(result)).run();
    }

    static void expires(Session session, TransactionKey key, Instant at) {
        key.bind(session.sql("UPDATE crypto_deposit SET expires_at = :at" + OF_KEY), "payin")
                .bind("at", at)
                .run();
    }

    private static Deposit deposit(Row row) {
        return new Deposit(
                TransactionKey.of(row, "payin_id"),
                Network.valueOf(row.text("network")),
                row.text("address"),
                row.number("amount"),
                row.integer("required_confirmations"),
                row.instant("opened_at"),
                row.instant("expires_at"),
                new Progress(
                        Word.of(Deposit.State.class, row.text("state")),
                        row.number("received"),
                        row.textOrNull("tx_hash"),
                        row.number("confirmations"),
                        row.number("paid"),
                        row.textOrNull("paid_by"),
                        row.textOrNull("cursor"),
                        row.number("version")));
    }
}
