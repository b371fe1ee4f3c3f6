package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.db.SqlStates;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.DatabaseState.Identity;
import io.tical.server.overview.Search;
import io.tical.server.overview.Search.Hit;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of the logs of nodes and of what was lost. */
final class OutwardStore {
    static final BulkWrite<NotedLog> LOGS = BulkWrite.<NotedLog>of("outward_log")
            .key("log_id", "uuid", NotedLog::id)
            .column("records", "bigint", one -> one.known().records())
            .column("record_mac", "bytea", one -> one.known().mac())
            .column("status", "text", one -> one.status().word())
            .column("system_identifier", "bigint", one -> one.comparedWith().systemIdentifier())
            .column("timeline", "bigint", one -> one.comparedWith().timeline())
            .column("incarnation", "text", one -> incarnation(one.comparedWith()))
            .column("compared_at", "timestamptz", NotedLog::comparedAt)
            .column("note", "text", NotedLog::note)
            .authenticated()
            .journaled();

    static final BulkWrite<Lost> CASES = TransactionKey.<Lost>write("outward_case", "case_id", Lost::key)
            .insertOnly("kind", "text", one -> one.departure().kind().word())
            .insertOnly("subject", "text", one -> one.departure().subject().word())
            .insertOnly(
                    "transaction_id",
                    "uuid",
                    one -> one.departure().transaction().id())
            .insertOnly("step", "int", one -> one.departure().leg())
            .insertOnly("amount", "bigint", one -> one.departure().amount())
            .insertOnly("currency", "text", one -> one.departure().currency())
            .insertOnly("sent_by", "text", one -> one.departure().by())
            .insertOnly("merchant_ref", "text", one -> one.departure().reference())
            .insertOnly("destination", "bytea", one -> one.departure().destination())
            .insertOnly("log_id", "uuid", Lost::log)
            .insertOnly("sent_at", "timestamptz", one -> one.departure().at())
            .insertOnly("found_at", "timestamptz", Lost::foundAt)
            .column("status", "text", one -> one.status().word())
            .column("adopted_by", "uuid", Lost::adoptedBy)
            .column("closed_at", "timestamptz", Lost::closedAt)
            .column("note", "text", Lost::note)
            .column("version", "bigint", Lost::version)
            .authenticated()
            .journaled();

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
        var proof = locked ? LOGS.proof(session) : LOGS.readingProof(session);
        return statement.list(row -> {
            proof.requireUnaltered(row);
            return new NotedLog(
                    row.uuid("log_id"),
                    new LogEnd(row.number("records"), row.bytes("record_mac")),
                    Word.of(LogStatus.class, row.text("status")),
                    new Identity(
                            row.number("system_identifier"),
                            row.number("timeline"),
                            Objects.requireNonNullElse(row.textOrNull("incarnation"), "")),
                    row.instant("compared_at"),
                    row.textOrNull("note"));
        });
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
        return cases(
                key.bind(session.sql("""
                                SELECT * FROM outward_case WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                                  AND subject = :subject
                                  AND (transaction_id = cast(:id AS uuid) OR (kind = 'sent' AND merchant_ref = :reference))
                                ORDER BY case_id FOR UPDATE
                                """), "id").bind("subject", subject.word()).bind("reference", reference),
                CASES.proof(session));
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
        return cases(
                        key.bind(
                                session.sql("SELECT * FROM outward_case" + TransactionKey.WHERE
                                        + "case_id = cast(:id AS uuid) FOR UPDATE"),
                                "id"),
                        CASES.proof(session))
                .stream()
                .findFirst();
    }

    /** The open cases after a place in their order, and not more than a number. */
    static List<Lost> open(Session session, OpenCases.Place after, int most) {
        return cases(
                session.sql("""
                                SELECT * FROM outward_case
                                WHERE status = 'open' AND (livemode, case_id) > (:livemode, cast(:after AS uuid))
                                ORDER BY livemode, case_id LIMIT :most
                                """)
                        .bind("livemode", after.livemode())
                        .bind("after", after.id())
                        .bind("most", most),
                CASES.readingProof(session));
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
        return cases(
                        session.sql("SELECT * FROM outward_case WHERE case_id = cast(:id AS uuid)")
                                .bind("id", id),
                        CASES.readingProof(session))
                .stream()
                .findFirst();
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
        var conditions = new ArrayList<String>();
        // Literals, so that the planner knows how rare a status is.
        conditions.add(filter.environments().condition("c."));
        var status = filter.status();
        if (status != null) {
            conditions.add("c.status = '" + status.word() + "'");
        }
        var kind = filter.kind();
        if (kind != null) {
            conditions.add("c.kind = '" + kind.word() + "'");
        }
        if (page.before() != null) {
            conditions.add("c.case_id < cast(:before AS uuid)");
        }
        var range = Ids.withPrefix(filter.text());
        if (!filter.text().isEmpty()) {
            var places = new ArrayList<String>();
            places.add("c.merchant_ref LIKE :prefix");
            if (range.isPresent()) {
                for (var column : List.of("case_id", "transaction_id")) {
                    places.add("c." + column + " BETWEEN cast(:low AS uuid) AND cast(:high AS uuid)");
                }
            }
            conditions.add("(" + String.join(" OR ", places) + ")");
        }
        return cases(
                filter.environments()
                        .bind(session.sql("SELECT c.* FROM outward_case c WHERE " + String.join(" AND ", conditions)
                                + " ORDER BY c.case_id DESC LIMIT :rows OFFSET :offset"))
                        .bind("prefix", TransactionList.prefix(filter.text()))
                        .bind("low", range.map(Ids.Range::from).orElse(null))
                        .bind("high", range.map(Ids.Range::to).orElse(null))
                        .bind("before", page.before())
                        .bind("rows", page.limit() + 1)
                        .bind("offset", page.offset())
                        .withCustomPlan(),
                CASES.readingProof(session));
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

    private static List<Lost> cases(Session.Statement statement, RowProof proof) {
        return statement.list(row -> {
            proof.requireUnaltered(row);
            return lost(row);
        });
    }

    private static Lost lost(Row row) {
        var departure = new Departure(
                Word.of(Departure.Kind.class, row.text("kind")),
                Word.of(EventType.Subject.class, row.text("subject")),
                TransactionKey.of(row, "transaction_id"),
                row.uuid("case_id"),
                row.integer("step"),
                row.number("amount"),
                row.text("currency"),
                row.text("sent_by"),
                row.textOrNull("merchant_ref"),
                Objects.requireNonNull(row.bytes("destination")),
                row.instant("sent_at"));
        return new Lost(
                departure,
                row.uuid("log_id"),
                row.instant("found_at"),
                Word.of(Lost.Status.class, row.text("status")),
                row.uuidOrNull("adopted_by"),
                row.instantOrNull("closed_at"),
                row.textOrNull("note"),
                row.number("version"));
    }
}
