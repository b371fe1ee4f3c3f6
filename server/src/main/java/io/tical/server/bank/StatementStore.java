package io.tical.server.bank;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.SameEntries.Known;
import io.tical.server.bankfile.BankStatement;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of statements, and of how they say entries. */
final class StatementStore {
    /**
     * A statement of an imported file.
     *
     * @param name what its pages have in common
     * @param until the last page that the file has
     * @param last whether that is the last page of the statement
     * @param opening minor units; null if unknown
     * @param entries booked ones
     * @param newEntries those that no earlier statement said
     * @param completeFrom the first day of which nothing can be missing; null if there is none
     * @param completeUntil the last day of which nothing can be missing; null if there is none
     * @param pages the ids of all pages of the statement, which together have nothing missing; null if it has one page, or lacks one
     */
    record Stored(
            UUID id,
            UUID fileId,
            UUID accountId,
            boolean livemode,
            BankStatement.Kind kind,
            String format,
            String name,
            int page,
            int until,
            boolean last,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            @Nullable Long opening,
            @Nullable Long closing,
            BankStatement.Proof proof,
            long entries,
            long newEntries,
            @Nullable LocalDate completeFrom,
            @Nullable LocalDate completeUntil,
            @Nullable String pages) {
        /** This statement, which says all of these days. */
        Stored complete(@Nullable LocalDate first, @Nullable LocalDate latest, @Nullable String all) {
            return new Stored(
                    id,
                    fileId,
                    accountId,
                    livemode,
                    kind,
                    format,
                    name,
                    page,
                    until,
                    last,
                    from,
                    to,
                    opening,
                    closing,
                    proof,
                    entries,
                    newEntries,
                    first,
                    latest,
                    all);
        }

        /** This statement with the balances and the last day of all of its pages. */
        Stored joined(List<Stored> all) {
            return new Stored(
                    id,
                    fileId,
                    accountId,
                    livemode,
                    kind,
                    format,
                    name,
                    page,
                    until,
                    last,
                    completeFrom,
                    all.stream()
                            .flatMap(one -> Stream.ofNullable(one.to))
                            .max(LocalDate::compareTo)
                            .orElse(to),
                    all.getFirst().opening,
                    all.getLast().closing,
                    proof,
                    entries,
                    newEntries,
                    completeFrom,
                    completeUntil,
                    pages);
        }

        /** Whether it says all of a day. */
        boolean says(LocalDate day) {
            return completeFrom != null
                    && completeUntil != null
                    && !day.isBefore(completeFrom)
                    && !day.isAfter(completeUntil);
        }
    }

    /** How a statement says an entry. */
    record Said(UUID entryId, UUID statementId, int position, Sighting sighting) {}

    static final Table<Stored> STATEMENTS = Table.of("bank_statement", StatementStore::columns);

    static final BulkWrite<Said> SIGHTINGS = BulkWrite.<Said>of("bank_sighting")
            .key("bank_entry_id", "uuid", Said::entryId)
            .key("bank_statement_id", "uuid", Said::statementId)
            .column("position", "integer", Said::position)
            .column("format", "text", said -> said.sighting().format())
            .column("statement_name", "text", said -> said.sighting().statement())
            .column("page", "integer", said -> said.sighting().page())
            .column("bank_reference", "text", said -> said.sighting().bank())
            .column("end_to_end", "text", said -> said.sighting().endToEnd())
            .column("customer_reference", "text", said -> said.sighting().customer())
            .column("balance_after", "bigint", said -> said.sighting().balanceAfter())
            .column("booked_time", "text", StatementStore::time)
            .column("text", "text", said -> said.sighting().text())
            .authenticatedBriefly()
            .journaled();

    private static final int PAGES_MAX = 1_000;

    private StatementStore() {}

    /** The time of day as text. */
    private static @Nullable String time(Said said) {
        var time = said.sighting().time();
        return time == null ? null : time.toString();
    }

    /** One import at a time, so that none misses what another one adds. */
    static void serialize(Session session) {
        session.sql("SELECT pg_advisory_xact_lock(hashtextextended('bank import', 0))")
                .list(row -> true);
    }

    /** A day and an amount of an account: only entries with the same of both may be the same. */
    record Bucket(LocalDate booked, long amount) {}

    /** The entries of an account in these buckets that count and that a statement has not said yet, oldest first. */
    static Map<Bucket, List<Known<UUID>>> known(
            Session session, Account account, Collection<Bucket> buckets, UUID statement) {
        record Read(Bucket bucket, UUID entry, Sighting sighting) {}
        var rows = session.sql("""
                        SELECT e.booked, e.amount, e.bank_entry_id, s.format, s.statement_name, s.page, s.bank_reference, s.end_to_end,
                               s.customer_reference, s.balance_after, s.booked_time, s.text
                        FROM unnest(cast(:days AS date[]), cast(:amounts AS bigint[])) AS b (booked, amount)
                        JOIN bank_entry e ON e.collection_account_id = :account AND e.livemode = :livemode
                             AND e.booked = b.booked AND e.amount = b.amount AND e.status <> 'undone'
                        JOIN bank_sighting s ON s.bank_entry_id = e.bank_entry_id
                        WHERE NOT EXISTS (SELECT FROM bank_sighting t
                            WHERE t.bank_entry_id = e.bank_entry_id AND t.bank_statement_id = cast(:statement AS uuid))
                        ORDER BY e.bank_entry_id
                        """)
                .bindEach("days", buckets, Bucket::booked)
                .bindEach("amounts", buckets, Bucket::amount)
                .bind("statement", statement)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .list(row -> new Read(
                        new Bucket(row.date("booked"), row.number("amount")),
                        row.uuid("bank_entry_id"),
                        sighting(row)));
        var sightings = new LinkedHashMap<UUID, List<Sighting>>();
        var known = new LinkedHashMap<Bucket, List<Known<UUID>>>();
        for (var row : rows) {
            var said = sightings.get(row.entry());
            if (said == null) {
                said = new ArrayList<>();
                sightings.put(row.entry(), said);
                known.computeIfAbsent(row.bucket(), _ -> new ArrayList<>()).add(new Known<>(row.entry(), said));
            }
            said.add(row.sighting());
        }
        return known;
    }

    private static Sighting sighting(Row row) {
        var time = row.textOrNull("booked_time");
        return new Sighting(
                row.text("format"),
                row.text("statement_name"),
                row.integer("page"),
                row.textOrNull("bank_reference"),
                row.textOrNull("end_to_end"),
                row.textOrNull("customer_reference"),
                row.numberOrNull("balance_after"),
                time == null ? null : LocalTime.parse(time),
                row.text("text"));
    }

    private static final String COUNTING = """
            FROM bank_statement s JOIN bank_file f USING (bank_file_id)
            WHERE s.collection_account_id = :account AND s.livemode = :livemode AND f.status = 'imported'
            """;

    private static final String COLUMNS = "SELECT s.* ";

    /** The statements of an account that count and say all of some days, oldest first. */
    static List<Stored> complete(Session session, UUID account, boolean livemode) {
        return of(session, account, livemode, COLUMNS + COUNTING + """
                 AND s.complete_until IS NOT NULL AND s.complete_from IS NOT NULL
                 AND NOT EXISTS (
                    SELECT 1 FROM unnest(cast(string_to_array(s.pages, ' ') AS uuid[])) AS p (id)
                    JOIN bank_statement o ON o.bank_statement_id = p.id JOIN bank_file g ON g.bank_file_id = o.bank_file_id
                    WHERE g.status <> 'imported')
                ORDER BY s.bank_statement_id
                """);
    }

    /**
     * A statement that says all of some days, with the balances and the days of all of its pages.
     *
     * @param pages the ids of its pages
     */
    record Whole(Stored statement, List<UUID> pages) {}

    /** The same with their pages. */
    static List<Whole> whole(Session session, UUID account, boolean livemode) {
        var complete = complete(session, account, livemode);
        var ids = complete.stream().flatMap(one -> pages(one).stream()).collect(Collectors.toSet());
        var pages = session
                .sql("SELECT * FROM bank_statement WHERE bank_statement_id = ANY (cast(:ids AS uuid[]))")
                .bindEach("ids", ids, id -> id)
                .list(STATEMENTS.proved(session))
                .stream()
                .collect(Collectors.toMap(Stored::id, one -> one));
        return complete.stream()
                .map(one -> new Whole(
                        one.joined(pages(one).stream()
                                .map(id -> Objects.requireNonNull(pages.get(id), "a page of a statement is missing"))
                                .toList()),
                        pages(one)))
                .toList();
    }

    static List<UUID> pages(Stored statement) {
        var pages = statement.pages();
        return pages == null
                ? List.of(statement.id())
                : Stream.of(pages.split(" ")).map(UUID::fromString).toList();
    }

    /**
     * The sums of the entries that a statement says, by the days on which they were booked.
     *
     * @param pages the ids of its pages
     */
    static SortedMap<LocalDate, Long> said(Session session, List<UUID> pages) {
        var sums = new TreeMap<LocalDate, Long>();
        session.sql("""
                        SELECT e.booked, sum(e.amount)::bigint AS amount FROM unnest(cast(:pages AS uuid[])) AS k (id)
                        JOIN bank_sighting g ON g.bank_statement_id = k.id JOIN bank_entry e USING (bank_entry_id)
                        GROUP BY e.booked
                        """)
                .bindEach("pages", pages, id -> id)
                .list(row -> sums.put(row.date("booked"), row.number("amount")));
        return sums;
    }

    /** The pages of a statement that count, newest first. */
    static List<Stored> pages(Session session, UUID account, boolean livemode, String name) {
        return session.sql(COLUMNS + COUNTING
                        + " AND s.name = :name AND s.kind = 'final' AND s.proof = 'proved' ORDER BY s.bank_statement_id DESC LIMIT "
                        + PAGES_MAX)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("name", name)
                .list(STATEMENTS.proved(session));
    }

    /** The entries that these statements say. */
    static List<UUID> entries(Session session, Collection<UUID> statements) {
        return session.sql("""
                        SELECT bank_entry_id FROM bank_sighting WHERE bank_statement_id = ANY (cast(:statements AS uuid[]))
                        """).bindEach("statements", statements, id -> id).list(row -> row.uuid("bank_entry_id"));
    }

    /** The last statement of an account with a closing balance that ends before a day. */
    static Optional<Stored> before(Session session, UUID account, boolean livemode, LocalDate day) {
        return session.sql(COLUMNS + COUNTING
                        + " AND s.to_day < :day AND s.closing IS NOT NULL ORDER BY s.to_day DESC, s.page DESC LIMIT 1")
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("day", day)
                .first(STATEMENTS.proved(session));
    }

    private static List<Stored> of(Session session, UUID account, boolean livemode, String sql) {
        return session.sql(sql)
                .bind("account", account)
                .bind("livemode", livemode)
                .list(STATEMENTS.proved(session));
    }

    static List<Stored> ofFile(Session session, UUID file) {
        return session.sql(
                        "SELECT * FROM bank_statement WHERE bank_file_id = cast(:file AS uuid) ORDER BY bank_statement_id")
                .bind("file", file)
                .list(STATEMENTS.proved(session));
    }

    /** The known entries of an account from one day to another, both included, without these. */
    static List<Unsaid> unsaid(
            Session session, UUID account, boolean livemode, LocalDate from, LocalDate to, List<UUID> said) {
        return session.sql("""
                        SELECT e.bank_entry_id, e.booked, e.amount FROM bank_entry e
                        LEFT JOIN unnest(cast(:said AS uuid[])) AS k (id) ON k.id = e.bank_entry_id
                        WHERE e.collection_account_id = :account AND e.livemode = :livemode
                          AND e.booked BETWEEN :from AND :to AND e.status <> 'undone' AND k.id IS NULL
                        ORDER BY e.booked, e.bank_entry_id
                        """)
                .bindEach("said", said, id -> id)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("from", from)
                .bind("to", to)
                .list(row -> new Unsaid(row.uuid("bank_entry_id"), row.date("booked"), row.number("amount")));
    }

    /** A known entry that a statement does not say. */
    record Unsaid(UUID id, LocalDate booked, long amount) {}

    /** The entries that this file and another file that counts say. */
    static Set<UUID> saidElsewhere(Session session, UUID file) {
        return new HashSet<>(session.sql("""
                        SELECT DISTINCT g.bank_entry_id FROM bank_statement s JOIN bank_sighting g USING (bank_statement_id)
                        JOIN bank_sighting h ON h.bank_entry_id = g.bank_entry_id
                        JOIN bank_statement t ON t.bank_statement_id = h.bank_statement_id
                        JOIN bank_file f ON f.bank_file_id = t.bank_file_id
                        WHERE s.bank_file_id = cast(:file AS uuid) AND t.bank_file_id <> s.bank_file_id AND f.status = 'imported'
                        """).bind("file", file).list(row -> row.uuid("bank_entry_id")));
    }

    private static Function<Row, Stored> columns(TableColumns<Stored> t) {
        var id = t.key("bank_statement_id", ID, Stored::id);
        var fileId = t.column("bank_file_id", ID, Stored::fileId);
        var accountId = t.column("collection_account_id", ID, Stored::accountId);
        var livemode = t.column("livemode", FLAG, Stored::livemode);
        var kind = t.column("kind", word(BankStatement.Kind.class), Stored::kind);
        var format = t.column("format", TEXT, Stored::format);
        var name = t.column("name", TEXT, Stored::name);
        var page = t.column("page", INTEGER, Stored::page);
        var until = t.column("page_until", INTEGER, Stored::until);
        var last = t.column("last_page", FLAG, Stored::last);
        var from = t.column("from_day", DAY.orNull(), Stored::from);
        var to = t.column("to_day", DAY.orNull(), Stored::to);
        var opening = t.column("opening", NUMBER.orNull(), Stored::opening);
        var closing = t.column("closing", NUMBER.orNull(), Stored::closing);
        var proof = t.column("proof", word(BankStatement.Proof.class), Stored::proof);
        var entries = t.column("entries", NUMBER, Stored::entries);
        var newEntries = t.column("new_entries", NUMBER, Stored::newEntries);
        var completeFrom = t.column("complete_from", DAY.orNull(), Stored::completeFrom);
        var completeUntil = t.column("complete_until", DAY.orNull(), Stored::completeUntil);
        var pages = t.column("pages", TEXT.orNull(), Stored::pages);
        return row -> new Stored(
                id.of(row),
                fileId.of(row),
                accountId.of(row),
                livemode.of(row),
                kind.of(row),
                format.of(row),
                name.of(row),
                page.of(row),
                until.of(row),
                last.of(row),
                from.of(row),
                to.of(row),
                opening.of(row),
                closing.of(row),
                proof.of(row),
                entries.of(row),
                newEntries.of(row),
                completeFrom.of(row),
                completeUntil.of(row),
                pages.of(row));
    }
}
