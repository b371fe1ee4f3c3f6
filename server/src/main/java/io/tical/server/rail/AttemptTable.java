package io.tical.server.rail;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the attempts of one type of object.
 *
 * @param table the table of attempts
 * @param id the column of the object's id
 */
public record AttemptTable(String table, String id, Table<Of> write) {
    /** An attempt with the key of its object. */
    public record Of(TransactionKey key, Attempt attempt) {}

    public AttemptTable(String table, String id) {
        this(table, id, Table.<Of>of(table, t -> columns(t, id)));
    }

    /** The condition, in SQL, of the attempts that the service made: all but those that record further transfers. */
    public static String sent(String alias) {
        return "(%1$s.status <> 'dead' OR %1$s.closed_at IS NOT NULL)".formatted(alias);
    }

    /** All attempts of these objects, in order, by object. */
    public Map<TransactionKey, List<Attempt>> find(Session session, Collection<TransactionKey> keys) {
        return read(session, keys, write::read);
    }

    /** All attempts of these objects, for decisions. Fails if the service did not write one of them. */
    public Map<TransactionKey, List<Attempt>> proved(Session session, Collection<TransactionKey> keys) {
        return read(session, keys, write.locked(session));
    }

    private Map<TransactionKey, List<Attempt>> read(
            Session session, Collection<TransactionKey> keys, Function<Row, Of> reader) {
        var sql = "SELECT a.* FROM " + table + " a JOIN" + TransactionKey.table(id)
                + "USING (organization_id, livemode, " + id + ") ORDER BY step, attempt";
        return TransactionKey.bind(session.sql(sql), keys).list(reader).stream()
                .collect(groupingBy(Of::key, mapping(Of::attempt, toList())));
    }

    /** An attempt with this reference that delivered money, not of a payer. */
    public Optional<Of> sent(Session session, TransferName name) {
        return session.sql("SELECT a.* FROM " + table + " a WHERE " + """
                         upper(a.rail_reference COLLATE "C") = :reference AND a.rail_reference IS NOT NULL AND a.livemode = :livemode
                            AND a.rail <> :payer AND (a.status = 'delivered' OR a.late_at IS NOT NULL)
                        ORDER BY a.attempt_id
                        """)
                .bind("reference", name.reference())
                .bind("livemode", name.livemode())
                .bind("payer", Attempt.PAYER)
                .first(write.proved(session));
    }

    /** The attempts with one of these references or ids that a rail or staff made, beside those in payment files. */
    List<Of> named(Session session, boolean livemode, Collection<String> references, Collection<UUID> ids) {
        return session.sql("SELECT a.* FROM " + table + " a WHERE " + """
                         ((a.rail_reference IS NOT NULL AND upper(a.rail_reference COLLATE "C") = ANY (cast(:references AS text[])))
                            OR a.attempt_id = ANY (cast(:ids AS uuid[]))) AND a.livemode = :livemode AND a.rail NOT IN ('file', :payer)
                        """)
                .bindEach("references", references, one -> one)
                .bindEach("ids", ids, one -> one)
                .bind("livemode", livemode)
                .bind("payer", Attempt.PAYER)
                .list(write.proved(session));
    }

    /** The attempts of these amounts that staff transfer, and that are no older; oldest first. */
    List<Of> byHand(Session session, boolean livemode, Collection<Long> amounts, Instant since, int rowsMax) {
        return session.sql("SELECT a.* FROM " + table + " a WHERE " + """
                         a.livemode = :livemode AND a.rail = 'manual' AND a.amount = ANY (cast(:amounts AS bigint[])) AND a.created_at >= :since
                        ORDER BY a.created_at LIMIT :rows
                        """)
                .bind("livemode", livemode)
                .bindEach("amounts", amounts, one -> one)
                .bind("since", since)
                .bind("rows", rowsMax)
                .list(write.proved(session));
    }

    /** The live attempt with this id. Fails if the service did not write it. */
    Optional<Of> live(Session session, UUID attemptId) {
        return session.sql("SELECT a.* FROM " + table
                        + " a WHERE a.attempt_id = cast(:attempt AS uuid) AND a.livemode ORDER BY a.created_at, a."
                        + id)
                .bind("attempt", attemptId)
                .first(write.proved(session));
    }

    /** The ids of those of these attempts that exist. */
    Set<UUID> known(Session session, List<Departure> departures) {
        return ids(session, objects(departures), departures, "");
    }

    /**
     * The live objects that are sent and have attempts that were handed to staff, oldest first.
     *
     * @param currency null for any
     */
    List<TransactionKey> handedToStaff(Session session, boolean livemode, @Nullable String currency, int rowsMax) {
        var object = id.substring(0, id.length() - "_id".length());
        return session.sql("""
                        SELECT DISTINCT p.organization_id, p.livemode, p.%2$s FROM %1$s a JOIN %3$s p USING (organization_id, livemode, %2$s)
                        WHERE %4$s a.livemode AND a.rail = 'manual' AND a.status = 'open' AND (a.polls > 0 OR p.due_at IS NULL)
                          AND p.status = 'processing' AND (cast(:currency AS text) IS NULL OR p.currency = :currency)
                        ORDER BY p.%2$s LIMIT :rows
                        """.formatted(table, id, object, livemode ? "" : "NOT"))
                .bind("currency", currency)
                .bind("rows", rowsMax)
                .list(row -> TransactionKey.of(row, id));
    }

    /** The ids of those of these attempts that were given to the bank in a file. */
    Set<UUID> atBank(Session session, List<Departure> departures) {
        return ids(
                session,
                objects(departures),
                departures,
                " WHERE a.rail = '" + FiledLegs.RAIL + "' AND a.polls >= " + Attempt.AT_BANK);
    }

    /** The ids of those of these attempts that do not exist, or have ended. */
    Set<UUID> notOpen(Session session, List<Departure> departures) {
        var open = open(session, objects(departures), departures);
        return departures.stream()
                .map(Departure::id)
                .filter(one -> !open.contains(one))
                .collect(Collectors.toSet());
    }

    /**
     * The ids of those of these attempts that are open.
     *
     * @param objects that have them now, in the same order
     */
    Set<UUID> open(Session session, List<TransactionKey> objects, List<Departure> departures) {
        return ids(session, objects, departures, " WHERE a.status = 'open'");
    }

    private static List<TransactionKey> objects(List<Departure> departures) {
        return departures.stream().map(Departure::transaction).toList();
    }

    private Set<UUID> ids(Session session, List<TransactionKey> objects, List<Departure> departures, String condition) {
        var sql =
                "SELECT a.attempt_id FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),"
                        + " cast(:legs AS int[]), cast(:attempts AS uuid[])) AS t (organization_id, livemode, " + id
                        + ", step, attempt_id) JOIN " + table + " a USING (organization_id, livemode, " + id
                        + ", step, attempt_id)" + condition;
        return Set.copyOf(TransactionKey.bind(session.sql(sql), objects)
                .bindEach("legs", departures, Departure::leg)
                .bindEach("attempts", departures, Departure::id)
                .list(row -> row.uuid("attempt_id")));
    }

    /** Writes the attempts of these objects that changed, when the session sends, and the transfers that paid them. */
    public <A extends Disbursement<A>> void write(Session session, List<Changes.Changed<A>> changed) {
        var attempts = changed.stream()
                .flatMap(one -> one.after().attempts().stream()
                        .filter(attempt -> !one.before().attempts().contains(attempt))
                        .map(attempt -> new Of(one.after().key(), attempt)))
                .toList();
        if (!attempts.isEmpty()) {
            write.upsert(session, attempts).runLater();
        }
        PaidTransfers.insert(
                session, changed.stream().flatMap(one -> one.after().execution().newPaidTransfers().stream()));
    }

    /**
     * The statement of a page of the objects of several environments.
     *
     * @param rail the name of a rail that has an attempt, which was handed over if it is the manual one; null for any
     */
    public Session.Statement page(
            Session session,
            TransactionList list,
            Environments environments,
            ListFilter filter,
            @Nullable String rail,
            Page page) {
        // An offset keeps the planner from joining all attempts, which it does where most of them have this rail.
        var listed = rail == null ? list : list.where("""
                EXISTS (SELECT FROM %1$s a WHERE a.organization_id = p.organization_id AND a.livemode = p.livemode
                    AND a.%2$s = p.%2$s AND a.rail = :rail
                    AND (a.rail <> 'manual' OR a.status <> 'open' OR a.polls > 0 OR p.due_at IS NULL) OFFSET 0)
                """.formatted(table, id));
        // A parameter that the statement does not contain is ignored.
        return listed.page(session, environments, filter, page).bind("rail", rail);
    }

    private static Function<Row, Of> columns(TableColumns<Of> t, String id) {
        var key = TransactionKey.columns(t, id, Of::key);
        var attempt = t.part(Of::attempt);
        var late = attempt.optional(Attempt::late);
        var leg = attempt.key("step", INTEGER, Attempt::leg);
        var number = attempt.key("attempt", INTEGER, Attempt::number);
        var attemptId = attempt.insertOnly("attempt_id", ID, Attempt::id);
        var rail = attempt.column("rail", TEXT, Attempt::rail);
        var amount = attempt.insertOnly("amount", NUMBER, Attempt::amount);
        var state = attempt.column("status", word(Attempt.State.class), Attempt::state);
        var polls = attempt.column("polls", INTEGER, Attempt::polls);
        var railReference = attempt.column("rail_reference", TEXT.orNull(), Attempt::railReference);
        var createdAt = attempt.insertOnly("created_at", TIME, Attempt::createdAt);
        var closedAt = attempt.column("closed_at", TIME.orNull(), Attempt::closedAt);
        var neverSent = attempt.column("never_sent", FLAG, Attempt::neverSent);
        var lateAmount = late.column("late_amount", NUMBER, Attempt.Late::amount);
        var lateAt = late.column("late_at", TIME, Attempt.Late::at);
        var route = attempt.insertOnly("route", TEXT.orNull(), Attempt::route);
        var connection = attempt.insertOnly("connection", TEXT.orNull(), Attempt::connection);
        return row -> new Of(
                key.of(row),
                new Attempt(
                        leg.of(row),
                        number.of(row),
                        attemptId.of(row),
                        rail.of(row),
                        amount.of(row),
                        state.of(row),
                        polls.of(row),
                        railReference.of(row),
                        createdAt.of(row),
                        closedAt.of(row),
                        neverSent.of(row),
                        late.orNull(row, () -> new Attempt.Late(lateAmount.of(row), lateAt.of(row))),
                        route.of(row),
                        connection.of(row)));
    }
}
