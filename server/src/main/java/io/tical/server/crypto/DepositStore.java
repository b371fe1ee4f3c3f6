package io.tical.server.crypto;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.crypto.Deposit.Progress;
import io.tical.server.key.TransactionKey;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of deposits and their addresses. */
final class DepositStore {
    private static final String OF_KEY = TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)";

    static final BulkWrite<Given> ADDRESSES = BulkWrite.<Given>of("crypto_address")
            .key("address", "text", one -> one.deposit().address())
            .column("source", "text", Given::source)
            .column("address_index", "bigint", Given::index)
            .column("organization_id", "uuid", one -> one.deposit().key().organizationId())
            .column("livemode", "boolean", one -> one.deposit().key().livemode())
            .column("payin_id", "uuid", one -> one.deposit().key().id())
            .authenticated()
            .journaled();

    /** The number of assigned addresses of each source. */
    static final BulkWrite<Map.Entry<String, Long>> SOURCES = BulkWrite.<Map.Entry<String, Long>>of("crypto_source")
            .key("source", "text", Map.Entry::getKey)
            .column("next_index", "bigint", Map.Entry::getValue)
            .authenticated()
            .journaled();

    static final BulkWrite<Scheduled> DEPOSITS = TransactionKey.<Scheduled>write(
                    "crypto_deposit", "payin_id", one -> one.deposit().key())
            .insertOnly("network", "text", one -> one.deposit().network().name())
            .insertOnly("address", "text", one -> one.deposit().address())
            .insertOnly("amount", "bigint", one -> one.deposit().amount())
            .insertOnly("required_confirmations", "int", one -> one.deposit().requiredConfirmations())
            .column("state", "text", progress(one -> one.state().word()))
            .updateOnly("received", "bigint", progress(Progress::received))
            .updateOnly("tx_hash", "text", progress(Progress::txHash))
            .updateOnly("confirmations", "bigint", progress(Progress::confirmations))
            .updateOnly("paid", "bigint", progress(Progress::paid))
            .updateOnly("paid_by", "text", progress(Progress::paidBy))
            .updateOnly("cursor", "text", progress(Progress::cursor))
            .updateOnly("version", "bigint", progress(Progress::version))
            .insertOnly("opened_at", "timestamptz", one -> one.deposit().openedAt())
            .column("expires_at", "timestamptz", one -> one.deposit().expiresAt())
            .outsideMac("due_at", "timestamptz", Scheduled::dueAt)
            .updateOnly("checked_through", "timestamptz", check(Deposit.Check::through))
            .updateOnly("difference", "numeric", check(DepositStore::difference))
            .updateOnly("differs_since", "timestamptz", check(Deposit.Check::differsSince))
            .outsideMac("check_at", "timestamptz", Scheduled::checkAt)
            .authenticated()
            .journaled();

    private DepositStore() {}

    private static <T> Function<Scheduled, @Nullable T> progress(Function<Progress, @Nullable T> field) {
        return one -> field.apply(one.deposit().progress());
    }

    private static <T> Function<Scheduled, @Nullable T> check(Function<Deposit.Check, @Nullable T> field) {
        return progress(progress -> field.apply(progress.check()));
    }

    private static @Nullable String difference(Deposit.Check check) {
        return check.difference() == null ? null : check.difference().toString();
    }

    /** An assigned address. */
    record Given(Deposit deposit, String source, long index) {}

    /** Locks the numbers of assigned addresses by source, in a fixed order; a new source starts at 0. */
    static Map<String, Long> lock(Session session, Collection<String> sources) {
        var next = locked(session, sources);
        var missing = sources.stream()
                .filter(source -> !next.containsKey(source))
                .map(source -> Map.entry(source, 0L))
                .toList();
        if (missing.isEmpty()) {
            return next;
        }
        SOURCES.insertIfAbsent(session, missing);
        return locked(session, sources);
    }

    private static Map<String, Long> locked(Session session, Collection<String> sources) {
        var proof = SOURCES.proof(session);
        var next = new HashMap<String, Long>();
        session.sql(
                        "SELECT * FROM crypto_source WHERE source = ANY(cast(:sources AS text[])) ORDER BY source FOR UPDATE")
                .bindEach("sources", sources, source -> source)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return next.put(row.text("source"), row.number("next_index"));
                });
        return next;
    }

    static void insertLater(Session session, Collection<Given> given, Map<String, Long> next) {
        SOURCES.update(session, next.entrySet()).runLater();
        ADDRESSES.insert(session, given).runLater();
        DEPOSITS.insert(
                        session,
                        given.stream()
                                .map(one -> new Scheduled(
                                        one.deposit(),
                                        one.deposit().openedAt(),
                                        CheckTimes.first(
                                                one.deposit().openedAt(),
                                                one.deposit().expiresAt())))
                                .toList())
                .runLater();
    }

    /** Delays the next poll. */
    static long delay(Session session, Collection<TransactionKey> keys, Instant dueAt) {
        return delay(session, keys, "due_at", dueAt);
    }

    /** Delays the next check. */
    static long delayCheck(Session session, Collection<TransactionKey> keys, Instant checkAt) {
        return delay(session, keys, "check_at", checkAt);
    }

    private static long delay(Session session, Collection<TransactionKey> keys, String column, Instant at) {
        return TransactionKey.bind(
                        session.sql("UPDATE crypto_deposit d SET " + column + " = :due FROM "
                                + TransactionKey.table("payin_id")
                                + """
                        WHERE d.organization_id = t.organization_id AND d.livemode = t.livemode AND d.payin_id = t.payin_id
                        """),
                        keys)
                .bind("due", at)
                .run();
    }

    static List<Deposit> find(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT d.* FROM crypto_deposit d JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id)";
        return TransactionKey.bind(session.sql(sql), keys).list(DepositStore::deposit);
    }

    /** A deposit, for its payer. Fails if the service did not write it. */
    static Optional<Deposit> shown(Session session, TransactionKey key) {
        var proof = DEPOSITS.readingProof(session);
        return key.bind(session.sql("SELECT * FROM crypto_deposit" + OF_KEY), "payin")
                .first(row -> {
                    proof.requireUnaltered(row);
                    return deposit(row);
                });
    }

    /** Locks a deposit until the transaction ends, to decide on it. */
    static Optional<Scheduled> lock(Session session, TransactionKey key) {
        var proof = DEPOSITS.proof(session);
        return key.bind(session.sql("SELECT * FROM crypto_deposit" + OF_KEY + " FOR UPDATE"), "payin")
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new Scheduled(deposit(row), row.instantOrNull("due_at"), row.instantOrNull("check_at"));
                });
    }

    static void update(Session session, DepositReconciliation.Result result) {
        DEPOSITS.update(session, List.of(new Scheduled(result.deposit(), result.dueAt(), result.checkAt())))
                .run();
    }

    /**
     * A deposit whose address has another balance than its transfers explain.
     *
     * @param since since when the checks have found a difference
     */
    record Differing(TransactionKey key, Network network, String address, BigInteger difference, Instant since) {}

    /** Whether the last two checks of a deposit or more found a difference; one may be too early. */
    static final String DIFFERS = "differs_since < checked_through";

    /** Live deposits whose last two checks or more found a difference, oldest first. */
    static List<Differing> differing(Session session, int rowsMax) {
        return session.sql("SELECT * FROM crypto_deposit WHERE livemode AND " + DIFFERS
                        + " ORDER BY differs_since LIMIT :rows")
                .bind("rows", rowsMax)
                .list(row -> new Differing(
                        TransactionKey.of(row, "payin_id"),
                        Network.valueOf(row.text("network")),
                        row.text("address"),
                        new BigInteger(row.text("difference")),
                        row.instant("differs_since")));
    }

    /**
     * Makes the next check of deposits due that have none although no check has covered their expiry, because nothing else would find them.
     */
    static long reschedule(Session session) {
        return session.sql("""
                        UPDATE crypto_deposit SET check_at = now()
                        WHERE check_at IS NULL AND (checked_through IS NULL OR checked_through < expires_at)
                        """).run();
    }

    /** The number of live deposits on each network that should have been checked and were not. */
    static Map<Network, Long> unchecked(Session session, Instant before) {
        var unchecked = new EnumMap<Network, Long>(Network.class);
        session.sql("""
                        SELECT network, count(*) AS deposits FROM crypto_deposit
                        WHERE livemode AND check_at IS NOT NULL AND coalesce(checked_through, expires_at) < :before
                        GROUP BY network
                        """)
                .bind("before", before)
                .list(row -> unchecked.put(Network.valueOf(row.text("network")), row.number("deposits")));
        return unchecked;
    }

    static void expires(Session session, TransactionKey key, Instant at) {
        lock(session, key)
                .map(now -> new Scheduled(
                        now.deposit().expiring(at),
                        now.dueAt(),
                        CheckTimes.first(now.deposit().openedAt(), at)))
                .ifPresent(later -> DEPOSITS.update(session, List.of(later)).run());
    }

    private static Deposit deposit(Row row) {
        var difference = row.textOrNull("difference");
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
                        row.number("version"),
                        new Deposit.Check(
                                row.instantOrNull("checked_through"),
                                difference == null ? null : new BigInteger(difference),
                                row.instantOrNull("differs_since"))));
    }
}
