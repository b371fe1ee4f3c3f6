package io.tical.server.crypto;

import static io.tical.db.ColumnType.BIG_NUMBER;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
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
    static final Table<Map.Entry<String, Long>> SOURCES = Table.of("crypto_source", DepositStore::sourceColumns);

    static final Table<Scheduled> DEPOSITS = Table.of("crypto_deposit", DepositStore::columns);

    private DepositStore() {}

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
        var next = new HashMap<String, Long>();
        session.sql(
                        "SELECT * FROM crypto_source WHERE source = ANY(cast(:sources AS text[])) ORDER BY source FOR UPDATE")
                .bindEach("sources", sources, source -> source)
                .list(SOURCES.locked(session))
                .forEach(source -> next.put(source.getKey(), source.getValue()));
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
        return TransactionKey.bind(session.sql(sql), keys)
                .list(row -> DEPOSITS.read(row).deposit());
    }

    /** A deposit, for its payer. Fails if the service did not write it. */
    static Optional<Deposit> shown(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM crypto_deposit" + OF_KEY), "payin")
                .first(DEPOSITS.proved(session).andThen(Scheduled::deposit));
    }

    /** Locks a deposit until the transaction ends, to decide on it. */
    static Optional<Scheduled> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM crypto_deposit" + OF_KEY + " FOR UPDATE"), "payin")
                .first(DEPOSITS.locked(session));
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

    private static Function<Row, Scheduled> columns(TableColumns<Scheduled> t) {
        var key = TransactionKey.columns(t, "payin_id", one -> one.deposit().key());
        var deposit = t.part(Scheduled::deposit);
        var progress = deposit.part(Deposit::progress);
        var check = progress.part(Progress::check);
        var network = deposit.insertOnly("network", TEXT.as(Network::valueOf, Network::name), Deposit::network);
        var address = deposit.insertOnly("address", TEXT, Deposit::address);
        var amount = deposit.insertOnly("amount", NUMBER, Deposit::amount);
        var requiredConfirmations =
                deposit.insertOnly("required_confirmations", INTEGER, Deposit::requiredConfirmations);
        var state = progress.column("state", word(Deposit.State.class), Progress::state);
        var received = progress.updateOnly("received", NUMBER, Progress::received);
        var txHash = progress.updateOnly("tx_hash", TEXT.orNull(), Progress::txHash);
        var confirmations = progress.updateOnly("confirmations", NUMBER, Progress::confirmations);
        var paid = progress.updateOnly("paid", NUMBER, Progress::paid);
        var paidBy = progress.updateOnly("paid_by", TEXT.orNull(), Progress::paidBy);
        var cursor = progress.updateOnly("cursor", TEXT.orNull(), Progress::cursor);
        var version = progress.updateOnly("version", NUMBER, Progress::version);
        var openedAt = deposit.insertOnly("opened_at", TIME, Deposit::openedAt);
        var expiresAt = deposit.column("expires_at", TIME, Deposit::expiresAt);
        var dueAt = t.outsideMac("due_at", TIME.orNull(), Scheduled::dueAt);
        var checkedThrough = check.updateOnly("checked_through", TIME.orNull(), Deposit.Check::through);
        var difference = check.updateOnly("difference", BIG_NUMBER.orNull(), Deposit.Check::difference);
        var differsSince = check.updateOnly("differs_since", TIME.orNull(), Deposit.Check::differsSince);
        var checkAt = t.outsideMac("check_at", TIME.orNull(), Scheduled::checkAt);
        return row -> new Scheduled(
                new Deposit(
                        key.of(row),
                        network.of(row),
                        address.of(row),
                        amount.of(row),
                        requiredConfirmations.of(row),
                        openedAt.of(row),
                        expiresAt.of(row),
                        new Progress(
                                state.of(row),
                                received.of(row),
                                txHash.of(row),
                                confirmations.of(row),
                                paid.of(row),
                                paidBy.of(row),
                                cursor.of(row),
                                version.of(row),
                                new Deposit.Check(checkedThrough.of(row), difference.of(row), differsSince.of(row)))),
                dueAt.of(row),
                checkAt.of(row));
    }

    private static Function<Row, Map.Entry<String, Long>> sourceColumns(TableColumns<Map.Entry<String, Long>> t) {
        var source = t.key("source", TEXT, Map.Entry::getKey);
        var nextIndex = t.column("next_index", NUMBER, Map.Entry::getValue);
        return row -> Map.entry(source.of(row), nextIndex.of(row));
    }
}
