package io.tical.server.outward;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.SqlStates;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.DatabaseState.Identity;
import io.tical.server.overview.Search;
import io.tical.server.overview.Search.Hit;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of the logs of nodes and of what was lost. */
final class OutwardStore {
    static final Table<NotedLog> LOGS = Table.of("outward_log", OutwardStore::logColumns);

    static final Table<Lost> CASES = Table.of("outward_case", OutwardStore::caseColumns);

    /** The name of the present file of the log has the timeline at once after a promotion; the control data has it after a checkpoint. */
    private static final String STATE = """
            SELECT system_identifier, substring(pg_walfile_name(pg_current_wal_insert_lsn()) FROM 1 FOR 8) AS timeline,
                   (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint
                       || '/' || (SELECT oid FROM pg_database WHERE datname = current_database())
                       || '/' || 'outward_log'::regclass::oid AS incarnation,
                   (pg_current_wal_insert_lsn() - '0/0')::bigint AS position
            FROM pg_control_system()
            """;

    private static final int HEX = 16;

    private OutwardStore() {}

    private static @Nullable String incarnation(Identity database) {
        return database.incarnation().isEmpty() ? null : database.incarnation();
    }

    /** @throws DatabaseState.Untold if the database does not tell it */
    static DatabaseState state(Session session) {
        try {
            return session.sql(STATE)
                    .one(row -> new DatabaseState(
                            new Identity(
                                    row.number("system_identifier"),
                                    Long.parseLong(row.text("timeline"), HEX),
                                    row.text("incarnation")),
                            row.number("position")));
        } catch (RuntimeException failure) {
            throw SqlStates.notPermitted(failure) ? new DatabaseState.Untold(failure) : failure;
        }
    }

    /** All logs, locked until the transaction ends. */
    static List<NotedLog> lockLogs(Session session) {
        return logs(session, "ORDER BY log_id FOR UPDATE", true);
    }

    /** Locks a log until the transaction ends. */
    static Optional<NotedLog> lockLog(Session session, UUID id) {
        return logs(
                        session,
                        session.sql("SELECT * FROM outward_log WHERE log_id = cast(:log AS uuid) FOR UPDATE")
                                .bind("log", id),
                        true)
                .stream()
                .findFirst();
    }

    static List<NotedLog> logs(Session session) {
        return logs(session, "ORDER BY log_id", false);
    }

    /** The logs that a comparison may need: those of nodes that have not stopped, or were noted since a time, and these. */
    static List<NotedLog> neededLogs(Session session, Instant since, Collection<UUID> these) {
        return logs(session, needed(session, since, these, ""), false);
    }

    /** They, locked until the transaction ends. */
    static List<NotedLog> lockNeededLogs(Session session, Instant since, Collection<UUID> these) {
        return logs(session, needed(session, since, these, " FOR UPDATE"), true);
    }

    private static Session.Statement needed(Session session, Instant since, Collection<UUID> these, String end) {
        return session.sql("SELECT * FROM outward_log WHERE status = 'open' OR compared_at >= :since"
                        + " OR log_id = ANY (cast(:these AS uuid[])) ORDER BY log_id" + end)
                .bind("since", since)
                .bindEach("these", these, one -> one);
    }

    private static List<NotedLog> logs(Session session, String which, boolean locked) {
        return logs(session, session.sql("SELECT * FROM outward_log " + which), locked);
    }

    private static List<NotedLog> logs(Session session, Session.Statement statement, boolean locked) {
        return statement.list(locked ? LOGS.locked(session) : LOGS.proved(session));
    }

    /** When the nodes of all logs were last at work. */
    static Map<UUID, Instant> seen(Session session) {
        return session
                .sql("SELECT log_id, seen_at FROM outward_log")
                .list(row -> Map.entry(row.uuid("log_id"), row.instant("seen_at")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Those of all logs whose node was at work in the last seconds. */
    static List<UUID> alive(Session session, int seconds) {
        return session.sql("""
                        SELECT log_id FROM outward_log
                        WHERE status = 'open' AND seen_at > clock_timestamp() - make_interval(secs => :seconds)
                        """).bind("seconds", seconds).list(row -> row.uuid("log_id"));
    }

    /** The nodes of these logs are at work. */
    static void markSeen(Session session, Collection<UUID> logs) {
        session.sql("UPDATE outward_log SET seen_at = clock_timestamp() WHERE log_id = ANY (cast(:logs AS uuid[]))")
                .bindEach("logs", logs, one -> one)
                .run();
    }

    /** The cases of a transaction, and of what was sent for another one with the same merchant's reference; locked until the transaction ends. */
    static List<Lost> lockOf(
            Session session, EventType.Subject subject, TransactionKey key, @Nullable String reference) {
        return key.bind(session.sql("""
                                SELECT * FROM outward_case WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                                  AND subject = :subject
                                  AND (transaction_id = cast(:id AS uuid) OR (kind = 'sent' AND merchant_ref = :reference))
                                ORDER BY case_id FOR UPDATE
                                """), "id")
                .bind("subject", subject.word())
                .bind("reference", reference)
                .list(CASES.locked(session));
    }

    /** The ids of those of these transactions that have an open case. */
    static Set<UUID> held(Session session, EventType.Subject subject, Collection<TransactionKey> keys) {
        return Set.copyOf(TransactionKey.bind(
                        session.sql(
                                "SELECT DISTINCT transaction_id FROM outward_case JOIN"
                                        + TransactionKey.table("transaction_id")
                                        + "USING (organization_id, livemode, transaction_id) WHERE status = 'open' AND subject = :subject"),
                        keys)
                .bind("subject", subject.word())
                .list(row -> row.uuid("transaction_id")));
    }

    /** Whether an object has taken up a case. */
    static boolean tookUp(Session session, TransactionKey key) {
        return key.bind(
                        session.sql("SELECT EXISTS (SELECT FROM outward_case" + TransactionKey.WHERE
                                + "(adopted_by = cast(:id AS uuid)"
                                + " OR (status = 'open' AND transaction_id = cast(:id AS uuid)))) AS took_up"),
                        "id")
                .one(row -> row.flag("took_up"));
    }

    /** Locks a case until the transaction ends. */
    static Optional<Lost> lock(Session session, TransactionKey key) {
        return key.bind(
                        session.sql("SELECT * FROM outward_case" + TransactionKey.WHERE
                                + "case_id = cast(:id AS uuid) FOR UPDATE"),
                        "id")
                .first(CASES.locked(session));
    }

    /** The open cases after a place in their order, and not more than a number. */
    static List<Lost> open(Session session, OpenCases.Place after, int most) {
        return session.sql("""
                                SELECT * FROM outward_case
                                WHERE status = 'open' AND (livemode, case_id) > (:livemode, cast(:after AS uuid))
                                ORDER BY livemode, case_id LIMIT :most
                                """)
                .bind("livemode", after.livemode())
                .bind("after", after.id())
                .bind("most", most)
                .list(CASES.proved(session));
    }

    static long countOpen(Session session) {
        return session.sql("SELECT count(*) AS open FROM outward_case WHERE status = 'open'")
                .one(row -> row.number("open"));
    }

    /** How many cases of a log were found after a time. */
    static long countFound(Session session, UUID log, Instant after) {
        return session.sql("""
                        SELECT count(*) AS found FROM outward_case WHERE log_id = cast(:log AS uuid) AND found_at > :after
                        """).bind("log", log).bind("after", after).one(row -> row.number("found"));
    }

    /** A case by its id alone, for operators, who belong to no organization. */
    static Optional<Lost> find(Session session, UUID id) {
        return session.sql("SELECT * FROM outward_case WHERE case_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(CASES.proved(session));
    }

    /** Those of these that are cases. */
    static Set<UUID> cases(Session session, Collection<UUID> ids) {
        return Set.copyOf(session.sql("SELECT case_id FROM outward_case WHERE case_id = ANY (cast(:ids AS uuid[]))")
                .bindEach("ids", ids, one -> one)
                .list(row -> row.uuid("case_id")));
    }

    /**
     * One row more than the page's limit, when there are that many; newest first. The organization of a case may be missing, so the
     * indexes that this uses do not begin with it.
     *
     * @param text a prefix of an id or of the merchant's reference; empty for all
     */
    static List<Lost> list(Session session, LostCases.Filter filter, Page page) {
        var places = ListSql.places(
                filter.text(), List.of("c.merchant_ref LIKE :prefix"), List.of("c.case_id", "c.transaction_id"));
        return ListSql.newestFirst("c.case_id", page)
                .within(filter.environments(), "c.")
                .where("c.status", filter.status())
                .where("c.kind", filter.kind())
                .where(filter.text().isEmpty() ? "true" : "(" + String.join(" OR ", places) + ")")
                .bindText(filter.text())
                .page(session, "SELECT c.* FROM outward_case c")
                .withCustomPlan()
                .list(CASES.proved(session));
    }

    /** Cases by the id of the case or of its transaction, or by the beginning of the merchant's reference; also without their organization. */
    static List<Hit> search(Session session, Search.Text text) {
        var id = text.id();
        var places = id == null ? List.of("merchant_ref") : List.of("case_id", "transaction_id");
        return places.stream()
                .flatMap(place -> search(session, text, place).stream())
                .limit(Search.HITS_MAX)
                .toList();
    }

    private static List<Hit> search(Session session, Search.Text text, String place) {
        var id = text.id();
        var environments = new Environments(null, text.livemode());
        return session.sql("SELECT c.*, o.name FROM outward_case c LEFT JOIN " + Environments.ORGANIZATIONS
                        + " USING (organization_id) WHERE " + environments.condition("c.") + " AND c." + place
                        + (id == null ? " LIKE :prefix" : " = cast(:id AS uuid)")
                        + " ORDER BY c.case_id DESC LIMIT :rows")
                .bind("prefix", TransactionList.prefix(text.text()))
                .bind("id", id)
                .bind("rows", Search.HITS_MAX)
                .withCustomPlan()
                .list(row -> new Hit(
                        LostCases.RESOURCE,
                        row.uuid("case_id"),
                        row.uuid("organization_id"),
                        Objects.requireNonNullElse(row.textOrNull("name"), ""),
                        row.flag("livemode"),
                        row.text("status"),
                        row.number("amount"),
                        row.text("currency"),
                        row.instant("sent_at"),
                        place.equals("case_id") ? "id" : place,
                        row.textOrNull("merchant_ref")));
    }

    /** The sums of the cases that nobody has closed, by environment, kind, status and currency. */
    static List<LostCases.Sum> sums(Session session) {
        return session.sql("""
                        SELECT livemode, kind, status, currency, count(*) AS count, cast(sum(amount) AS bigint) AS amount,
                               min(sent_at) AS first, max(sent_at) AS last
                        FROM outward_case WHERE status <> 'closed'
                        GROUP BY livemode, kind, status, currency ORDER BY livemode DESC, kind, status DESC, currency
                        """)
                .list(row -> new LostCases.Sum(
                        row.flag("livemode"),
                        Word.of(Departure.Kind.class, row.text("kind")),
                        Word.of(Lost.Status.class, row.text("status")),
                        row.text("currency"),
                        row.number("count"),
                        row.number("amount"),
                        row.instant("first"),
                        row.instant("last")));
    }

    /** The merchants with cases that nobody has closed, those with most first. */
    static List<LostCases.Concerned> concerned(Session session, int rowsMax) {
        return session.sql("""
                        SELECT organization_id, livemode, count(*) AS cases, count(*) FILTER (WHERE status = 'open') AS open
                        FROM outward_case WHERE status <> 'closed'
                        GROUP BY organization_id, livemode ORDER BY livemode DESC, open DESC, cases DESC, organization_id LIMIT :rows
                        """)
                .bind("rows", rowsMax)
                .list(row -> new LostCases.Concerned(
                        row.uuid("organization_id"), row.flag("livemode"), row.number("cases"), row.number("open")));
    }

    private static Function<Row, Lost> caseColumns(TableColumns<Lost> t) {
        var key = TransactionKey.columns(t, "case_id", Lost::key);
        var departure = t.part(Lost::departure);
        var kind = departure.insertOnly("kind", word(Departure.Kind.class), Departure::kind);
        var subject = departure.insertOnly("subject", word(EventType.Subject.class), Departure::subject);
        var transactionId = departure.insertOnly(
                "transaction_id", ID, one -> one.transaction().id());
        var step = departure.insertOnly("step", INTEGER, Departure::leg);
        var amount = departure.insertOnly("amount", NUMBER, Departure::amount);
        var currency = departure.insertOnly("currency", TEXT, Departure::currency);
        var sentBy = departure.insertOnly("sent_by", TEXT, Departure::by);
        var merchantRef = departure.insertOnly("merchant_ref", TEXT.orNull(), Departure::reference);
        var destination = departure.insertOnly("destination", BYTES, Departure::destination);
        var logId = t.insertOnly("log_id", ID, Lost::log);
        var sentAt = departure.insertOnly("sent_at", TIME, Departure::at);
        var foundAt = t.insertOnly("found_at", TIME, Lost::foundAt);
        var status = t.column("status", word(Lost.Status.class), Lost::status);
        var adoptedBy = t.column("adopted_by", ID.orNull(), Lost::adoptedBy);
        var closedAt = t.column("closed_at", TIME.orNull(), Lost::closedAt);
        var note = t.column("note", TEXT.orNull(), Lost::note);
        var version = t.column("version", NUMBER, Lost::version);
        return row -> {
            var caseKey = key.of(row);
            return new Lost(
                    new Departure(
                            kind.of(row),
                            subject.of(row),
                            caseKey.other(transactionId.of(row)),
                            caseKey.id(),
                            step.of(row),
                            amount.of(row),
                            currency.of(row),
                            sentBy.of(row),
                            merchantRef.of(row),
                            destination.of(row),
                            sentAt.of(row)),
                    logId.of(row),
                    foundAt.of(row),
                    status.of(row),
                    adoptedBy.of(row),
                    closedAt.of(row),
                    note.of(row),
                    version.of(row));
        };
    }

    private static Function<Row, NotedLog> logColumns(TableColumns<NotedLog> t) {
        var logId = t.key("log_id", ID, NotedLog::id);
        var known = t.part(NotedLog::known);
        var records = known.column("records", NUMBER, LogEnd::records);
        var recordMac = known.column("record_mac", BYTES, LogEnd::mac);
        var status = t.column("status", word(LogStatus.class), NotedLog::status);
        var comparedWith = t.part(NotedLog::comparedWith);
        var systemIdentifier = comparedWith.column("system_identifier", NUMBER, Identity::systemIdentifier);
        var timeline = comparedWith.column("timeline", NUMBER, Identity::timeline);
        var incarnation = comparedWith.column("incarnation", TEXT.orNull(), OutwardStore::incarnation);
        var comparedAt = t.column("compared_at", TIME, NotedLog::comparedAt);
        var note = t.column("note", TEXT.orNull(), NotedLog::note);
        return row -> new NotedLog(
                logId.of(row),
                new LogEnd(records.of(row), recordMac.of(row)),
                status.of(row),
                new Identity(
                        systemIdentifier.of(row),
                        timeline.of(row),
                        Objects.requireNonNullElse(incarnation.of(row), "")),
                comparedAt.of(row),
                note.of(row));
    }
}
