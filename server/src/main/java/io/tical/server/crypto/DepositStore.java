package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of deposits and their addresses. */
final class DepositStore {
    private static final String COLUMNS = """
            d.organization_id, d.livemode, d.payin_id, d.network, d.address, d.amount, d.required_confirmations, d.state, d.received,
            d.tx_hash, d.confirmations, d.paid, d.paid_by, d.cursor, d.version, d.opened_at, d.expires_at
            """;

    private DepositStore() {}

    /** The number of assigned addresses of a source, locked until the transaction ends. */
    record Count(String source, long nextIndex) {}

    /** An assigned address. */
    record Given(TransactionKey key, String source, long index, String address) {}

    /** Locks the counters of sources in a fixed order; a new source starts at 0. */
    static List<Count> lock(Session session, Collection<String> sources) {
        session.sql("""
                        INSERT INTO crypto_source (source, next_index)
                        SELECT source, 0 FROM unnest(cast(:sources AS text[])) AS s (source) ORDER BY source
                        ON CONFLICT DO NOTHING
                        """).bindEach("sources", sources, source -> source).run();
        return session.sql("""
                        SELECT source, next_index FROM crypto_source WHERE source = ANY(cast(:sources AS text[]))
                        ORDER BY source FOR UPDATE
                        """)
                .bindEach("sources", sources, source -> source)
                .list(row -> new Count(row.text("source"), row.number("next_index")));
    }

    static void save(Session session, Collection<Count> counts) {
        session.sql("""
                        UPDATE crypto_source s SET next_index = n.next_index
                        FROM unnest(cast(:sources AS text[]), cast(:indexes AS bigint[])) AS n (source, next_index)
                        WHERE s.source = n.source
                        """)
                .bindEach("sources", counts, Count::source)
                .bindEach("indexes", counts, Count::nextIndex)
                .run();
    }

    static void insert(Session session, Collection<Given> given, Collection<Deposit> deposits, Instant dueAt) {
        session.sql("""
                        INSERT INTO crypto_address (address, source, address_index, organization_id, livemode, payin_id)
                        SELECT * FROM unnest(cast(:addresses AS text[]), cast(:sources AS text[]), cast(:indexes AS bigint[]),
                            cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payins AS uuid[]))
                        """)
                .bindEach("addresses", given, Given::address)
                .bindEach("sources", given, Given::source)
                .bindEach("indexes", given, Given::index)
                .bindEach("organizations", given, one -> one.key().organizationId())
                .bindEach("livemodes", given, one -> one.key().livemode())
                .bindEach("payins", given, one -> one.key().id())
                .run();
        session.sql("""
                        INSERT INTO crypto_deposit (organization_id, livemode, payin_id, network, address, amount, required_confirmations,
                            state, opened_at, expires_at, due_at)
                        SELECT n.*, :due FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]),
                            cast(:payins AS uuid[]), cast(:networks AS text[]), cast(:addresses AS text[]), cast(:amounts AS bigint[]),
                            cast(:confirmations AS int[]), cast(:states AS text[]), cast(:opened AS timestamptz[]),
                            cast(:expires AS timestamptz[])) AS n
                        """)
                .bindEach("organizations", deposits, deposit -> deposit.key().organizationId())
                .bindEach("livemodes", deposits, deposit -> deposit.key().livemode())
                .bindEach("payins", deposits, deposit -> deposit.key().id())
                .bindEach("networks", deposits, deposit -> deposit.network().name())
                .bindEach("addresses", deposits, Deposit::address)
                .bindEach("amounts", deposits, Deposit::amount)
                .bindEach("confirmations", deposits, Deposit::requiredConfirmations)
                .bindEach(
                        "states",
                        deposits,
                        deposit -> deposit.progress().state().word())
                .bindEach("opened", deposits, Deposit::openedAt)
                .bindEach("expires", deposits, Deposit::expiresAt)
                .bind("due", dueAt)
                .run();
    }

    static long delay(Session session, Collection<TransactionKey> keys, Instant dueAt) {
        return ofKeys(session.sql("""
                        UPDATE crypto_deposit d SET due_at = :due
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payins AS uuid[]))
                             AS k (organization_id, livemode, payin_id)
                        WHERE d.organization_id = k.organization_id AND d.livemode = k.livemode AND d.payin_id = k.payin_id
                        """), keys).bind("due", dueAt).run();
    }

    static List<Deposit> find(Session session, Collection<TransactionKey> keys) {
        return ofKeys(session.sql("SELECT " + COLUMNS + """
                        FROM crypto_deposit d
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:payins AS uuid[]))
                             AS k (organization_id, livemode, payin_id) USING (organization_id, livemode, payin_id)
                        """), keys).list(DepositStore::deposit);
    }

    /** Locks a deposit until the transaction ends. */
    static Optional<Deposit> lock(Session session, TransactionKey key) {
        return session.sql("SELECT " + COLUMNS + """
                        FROM crypto_deposit d
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND payin_id = cast(:payin AS uuid)
                        FOR UPDATE
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("payin", key.id())
                .first(DepositStore::deposit);
    }

    static void update(Session session, Deposit deposit, @Nullable Instant dueAt) {
        var progress = deposit.progress();
        session.sql("""
                        UPDATE crypto_deposit SET state = :state, received = :received, tx_hash = :tx, confirmations = :confirmations,
                            paid = :paid, paid_by = :paid_by, cursor = :cursor, version = :version, due_at = cast(:due AS timestamptz)
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND payin_id = cast(:payin AS uuid)
                        """)
                .bind("state", progress.state().word())
                .bind("received", progress.received())
                .bind("tx", progress.txHash())
                .bind("confirmations", progress.confirmations())
                .bind("paid", progress.paid())
                .bind("paid_by", progress.paidBy())
                .bind("cursor", progress.cursor())
                .bind("version", progress.version())
                .bind("due", dueAt)
                .bind("organization", deposit.key().organizationId())
                .bind("livemode", deposit.key().livemode())
                .bind("payin", deposit.key().id())
                .run();
    }

    static void expires(Session session, TransactionKey key, Instant at) {
        session.sql("""
                        UPDATE crypto_deposit SET expires_at = :at
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND payin_id = cast(:payin AS uuid)
                        """)
                .bind("at", at)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("payin", key.id())
                .run();
    }

    private static Session.Statement ofKeys(Session.Statement statement, Collection<TransactionKey> keys) {
        return statement
                .bindEach("organizations", keys, TransactionKey::organizationId)
                .bindEach("livemodes", keys, TransactionKey::livemode)
                .bindEach("payins", keys, TransactionKey::id);
    }

    static TransactionKey key(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payin_id"));
    }

    private static Deposit deposit(Row row) {
        return new Deposit(
                key(row),
                Network.valueOf(row.text("network")),
                row.text("address"),
                row.number("amount"),
                row.integer("required_confirmations"),
                row.instant("opened_at"),
                row.instant("expires_at"),
                new Deposit.Progress(
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
