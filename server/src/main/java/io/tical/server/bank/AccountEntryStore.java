package io.tical.server.bank;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.ColumnType;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bank.AccountDays.Totals;
import io.tical.server.bank.AccountEntry.Direction;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of entries. */
final class AccountEntryStore {
    /** A time of day, as text. */
    static final ColumnType<LocalTime> TIME_OF_DAY = TEXT.as(LocalTime::parse, LocalTime::toString);

    static final Table<AccountEntry> ENTRIES = Table.of("bank_entry", AccountEntryStore::columns);

    /** Background work leaves the entries of closed days alone, which do not change. */
    private static final String OF_OPEN_DAY = """
            AND NOT EXISTS (SELECT FROM bank_day d WHERE d.collection_account_id = e.collection_account_id
                AND d.livemode = e.livemode AND d.day = e.booked AND d.status = 'closed')
            """;

    private AccountEntryStore() {}

    static Optional<AccountEntry> find(Session session, UUID id) {
        return session.sql("SELECT * FROM bank_entry WHERE bank_entry_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(ENTRIES.proved(session));
    }

    /** Whether another entry of the account has the day and the amount of this one. */
    static boolean hasEqual(Session session, AccountEntry entry) {
        return session.sql("""
                        SELECT EXISTS (SELECT FROM bank_entry WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode
                            AND booked = :day AND amount = :amount AND status <> 'undone' AND bank_entry_id <> cast(:id AS uuid)) AS equal
                        """)
                .bind("account", entry.accountId())
                .bind("livemode", entry.livemode())
                .bind("day", entry.booked())
                .bind("amount", entry.amount())
                .bind("id", entry.id())
                .one(row -> row.flag("equal"));
    }

    /** The existing ones of these entries. */
    static List<AccountEntry> find(Session session, Collection<UUID> ids) {
        return session.sql("SELECT * FROM bank_entry WHERE bank_entry_id = ANY (cast(:ids AS uuid[]))")
                .bindEach("ids", ids, id -> id)
                .list(ENTRIES.proved(session));
    }

    /** Locks entries in the order of their ids. */
    static List<AccountEntry> lock(Session session, Collection<UUID> ids) {
        return session.sql("""
                        SELECT e.* FROM bank_entry e JOIN unnest(cast(:ids AS uuid[])) AS k (id) ON e.bank_entry_id = k.id
                        ORDER BY e.bank_entry_id FOR UPDATE OF e
                        """).bindEach("ids", ids, id -> id).list(ENTRIES.locked(session));
    }

    /** Locks the entries that this file says and that count, in the order of their ids. */
    static List<AccountEntry> lockOfFile(Session session, UUID file) {
        return session.sql("""
                        SELECT e.* FROM bank_entry e WHERE e.status <> 'undone' AND e.bank_entry_id IN (
                            SELECT g.bank_entry_id FROM bank_statement s JOIN bank_sighting g USING (bank_statement_id)
                            WHERE s.bank_file_id = cast(:file AS uuid))
                        ORDER BY e.bank_entry_id FOR UPDATE OF e
                        """).bind("file", file).list(ENTRIES.locked(session));
    }

    /** The debits of an account that a payout or a settlement paid with exactly this amount, newest first. */
    static List<AccountEntry> paidOut(Session session, UUID account, boolean livemode, long amount, int rowsMax) {
        return session.sql("""
                        SELECT * FROM bank_entry WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode
                          AND amount = :amount AND matched_type IN ('payout', 'settlement')
                        ORDER BY booked DESC, bank_entry_id DESC LIMIT :rows
                        """)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("amount", -amount)
                .bind("rows", rowsMax)
                .list(ENTRIES.proved(session));
    }

    /** The open debits of these amounts. */
    static List<AccountEntry> openDebits(Session session, boolean livemode, Collection<Long> amounts) {
        return session.sql(
                        "SELECT * FROM bank_entry WHERE livemode = :livemode AND status = 'open' AND amount < 0 AND -amount = ANY (cast(:amounts AS bigint[]))")
                .bind("livemode", livemode)
                .bindEach("amounts", amounts, one -> one)
                .list(ENTRIES.proved(session));
    }

    /** Debits of open days that nobody knows, which staff may have reported since; the newest of them. */
    static List<UUID> unknownDebits(Session session, Collection<String> reasons, int rowsMax) {
        return session.sql("""
                        SELECT bank_entry_id FROM bank_entry e
                        WHERE status = 'open' AND amount < 0 AND reason = ANY (cast(:reasons AS text[]))
                        """ + OF_OPEN_DAY + """
                        ORDER BY livemode DESC, bank_entry_id DESC LIMIT :rows
                        """)
                .bindEach("reasons", reasons, one -> one)
                .bind("rows", rowsMax)
                .list(row -> row.uuid("bank_entry_id"));
    }

    /** Entries that background work is to look at now. */
    static void due(Session session, Collection<UUID> ids) {
        session.sql(
                        "UPDATE bank_entry e SET due_at = now() FROM unnest(cast(:ids AS uuid[])) AS k (id) WHERE e.bank_entry_id = k.id")
                .bindEach("ids", ids, id -> id)
                .run();
    }

    /** Those of these payins that an entry pays. */
    static Set<UUID> paid(Session session, Collection<TransactionKey> payins) {
        return payins.isEmpty()
                ? Set.of()
                : new HashSet<>(session.sql("""
                                SELECT e.matched_id FROM bank_entry e
                                JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                                     AS k (organization_id, livemode, id)
                                  ON e.matched_organization = k.organization_id AND e.livemode = k.livemode AND e.matched_id = k.id
                                WHERE e.matched_type = 'payin'
                                """)
                        .bindEach("organizations", payins, TransactionKey::organizationId)
                        .bindEach("livemodes", payins, TransactionKey::livemode)
                        .bindEach("ids", payins, TransactionKey::id)
                        .list(row -> row.uuid("matched_id")));
    }

    /** Claims entries that background work is due to look at, for some time; those that another node has claimed are skipped. */
    static List<UUID> claim(Session session, int rowsMax, Duration lease) {
        return session.sql("""
                        UPDATE bank_entry SET due_at = now() + :lease * interval '1 millisecond' WHERE bank_entry_id IN (
                            SELECT bank_entry_id FROM bank_entry e WHERE due_at <= now()
                            """ + OF_OPEN_DAY + """
                            ORDER BY due_at LIMIT :rows FOR UPDATE SKIP LOCKED)
                        RETURNING bank_entry_id
                        """)
                .bind("lease", lease.toMillis())
                .bind("rows", rowsMax)
                .list(row -> row.uuid("bank_entry_id"));
    }

    /** Entries that background work need not look at again. */
    static void done(Session session, Collection<UUID> ids) {
        session.sql(
                        "UPDATE bank_entry e SET due_at = NULL FROM unnest(cast(:ids AS uuid[])) AS k (id) WHERE e.bank_entry_id = k.id")
                .bindEach("ids", ids, id -> id)
                .run();
    }

    /** What is open in live. */
    static OpenEntries.Measured open(Session session) {
        return session.sql("""
                        SELECT (SELECT count(*) FROM bank_entry WHERE livemode AND status = 'open') AS entries,
                               (SELECT count(*) FROM bank_entry WHERE livemode AND status = 'open' AND amount < 0) AS debits,
                               (SELECT updated_at FROM bank_entry WHERE livemode AND status = 'open' ORDER BY bank_entry_id LIMIT 1) AS oldest,
                               (SELECT count(*) FROM payment_proof WHERE livemode AND status = 'missing') AS missing
                        """)
                .one(row -> new OpenEntries.Measured(
                        row.number("entries"),
                        row.number("debits"),
                        row.instantOrNull("oldest"),
                        row.number("missing")));
    }

    /**
     * Inserts entries, which makes their days known. Only imports do, one after the other.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code BANK_DAY_CLOSED}
     */
    static void insert(Session session, List<AccountEntry> entries) {
        entries.stream()
                .collect(Collectors.groupingBy(entry -> new Account(entry.accountId(), entry.livemode())))
                .forEach((account, those) -> AccountDayStore.ensure(
                        session,
                        account,
                        those.stream().map(AccountEntry::booked).toList(),
                        those.getFirst().updatedAt()));
        AccountDays.requireOpen(session, entries);
        ENTRIES.insert(session, entries).run();
        wrote(session, entries);
    }

    /** @throws io.tical.server.problem.Problem.Conflict {@code BANK_DAY_CLOSED} if the day of one is closed */
    static void update(Session session, List<AccountEntry> entries) {
        AccountDays.requireOpen(session, entries);
        ENTRIES.update(session, entries).run();
        wrote(session, entries);
    }

    /** The entries of days, by the ids of the days. */
    static Map<UUID, Totals> totals(Session session, Collection<AccountDay> days) {
        return session
                .sql("""
                        SELECT k.id, count(e.bank_entry_id) AS entries, count(*) FILTER (WHERE e.status = 'open') AS open,
                               coalesce(sum(e.amount), 0)::bigint AS amount
                        FROM unnest(cast(:ids AS uuid[]), cast(:accounts AS uuid[]), cast(:livemodes AS boolean[]), cast(:days AS date[]))
                             AS k (id, account, livemode, day)
                        LEFT JOIN bank_entry e ON e.collection_account_id = k.account AND e.livemode = k.livemode AND e.booked = k.day
                             AND e.status <> 'undone'
                        GROUP BY k.id
                        """)
                .bindEach("ids", days, AccountDay::id)
                .bindEach("accounts", days, AccountDay::accountId)
                .bindEach("livemodes", days, AccountDay::livemode)
                .bindEach("days", days, AccountDay::day)
                .list(row -> Map.entry(
                        row.uuid("id"), new Totals(row.number("entries"), row.number("open"), row.number("amount"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static final int PAGE_ROWS = 2_000;

    /**
     * The entries of a day that count, in the order of their ids, each with the payment of its payin.
     *
     * @param reader of the rows, which may prove them
     * @param payments of the rows of payments, which may prove them
     */
    static void ofDay(
            Session session,
            Account account,
            LocalDate day,
            Function<Row, AccountEntry> reader,
            Function<Row, PaymentProof> payments,
            Consumer<Explained> consumer) {
        var some = new ArrayList<AccountEntry>(PAGE_ROWS);
        session.sql("""
                        SELECT * FROM bank_entry
                        WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode AND booked = :day
                          AND status <> 'undone'
                        ORDER BY bank_entry_id
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("day", day)
                .forEach(PAGE_ROWS, row -> {
                    some.add(reader.apply(row));
                    if (some.size() == PAGE_ROWS) {
                        explain(session, some, payments, consumer);
                    }
                });
        explain(session, some, payments, consumer);
    }

    private static void explain(
            Session session,
            List<AccountEntry> entries,
            Function<Row, PaymentProof> payments,
            Consumer<Explained> consumer) {
        var payins = entries.stream()
                .flatMap(entry -> Stream.ofNullable(entry.match()))
                .filter(match -> match.type() == AccountEntry.MatchType.PAYIN)
                .map(Match::transaction)
                .toList();
        var paid = PaymentProofStore.of(session, payins, payments);
        for (var entry : entries) {
            var match = entry.match();
            consumer.accept(new Explained(entry, match == null ? null : paid.get(match.transaction())));
        }
        entries.clear();
    }

    /** Whether an account has entries on a day, also ones that do not count. */
    static boolean any(Session session, Account account, LocalDate day) {
        return session.sql("""
                        SELECT EXISTS (SELECT FROM bank_entry WHERE collection_account_id = cast(:account AS uuid)
                                       AND livemode = :livemode AND booked = :day) AS found
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("day", day)
                .one(row -> row.flag("found"));
    }

    /** Makes background work look again at the credits of an account that pay no payin yet. */
    static void lookAgain(Session session, UUID account) {
        session.sql("""
                        UPDATE bank_entry SET due_at = now() WHERE collection_account_id = cast(:account AS uuid) AND status = 'open'
                          AND amount > 0 AND reason IS NULL AND due_at IS NULL
                        """).bind("account", account).run();
    }

    static boolean isDue(Session session, Account account, LocalDate day) {
        return session.sql("""
                        SELECT EXISTS (SELECT FROM bank_entry WHERE due_at IS NOT NULL AND status IN ('open', 'matched')
                                       AND collection_account_id = cast(:account AS uuid) AND livemode = :livemode AND booked = :day) AS due
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("day", day)
                .one(row -> row.flag("due"));
    }

    /** The key of the table does not say the environment. */
    private static void wrote(Session session, List<AccountEntry> entries) {
        entries.stream()
                .map(AccountEntry::livemode)
                .distinct()
                .forEach(livemode -> session.wrote(ENTRIES.table(), livemode));
    }

    /**
     * Which entries are listed.
     *
     * @param account null for all
     * @param status null for all
     * @param direction null for both
     * @param day on which they were booked; null for all
     */
    record Filter(
            boolean livemode,
            @Nullable UUID account,
            AccountEntry.@Nullable Status status,
            AccountEntry.@Nullable Direction direction,
            @Nullable LocalDate day) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<AccountEntry> list(Session session, Filter filter, Page page) {
        return session.sql("SELECT * FROM bank_entry WHERE livemode = :livemode"
                        + (filter.status() == null
                                ? ""
                                : " AND status = '" + filter.status().word() + "'")
                        + (filter.direction() == null
                                ? ""
                                : filter.direction() == Direction.IN ? " AND amount > 0" : " AND amount < 0")
                        + (filter.account() == null ? "" : " AND collection_account_id = cast(:account AS uuid)")
                        + (filter.day() == null ? "" : " AND booked = :day")
                        + (page.before() == null ? "" : " AND bank_entry_id < cast(:before AS uuid)")
                        + " ORDER BY bank_entry_id DESC LIMIT :rows OFFSET :offset")
                .bind("livemode", filter.livemode())
                .bind("account", filter.account())
                .bind("day", filter.day())
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(ENTRIES::read);
    }

    private static Function<Row, AccountEntry> columns(TableColumns<AccountEntry> t) {
        var id = t.key("bank_entry_id", ID, AccountEntry::id);
        var accountId = t.insertOnly("collection_account_id", ID, AccountEntry::accountId);
        var livemode = t.insertOnly("livemode", FLAG, AccountEntry::livemode);
        var fileId = t.insertOnly("bank_file_id", ID, AccountEntry::fileId);
        var currency = t.insertOnly("currency", TEXT, AccountEntry::currency);
        var booked = t.insertOnly("booked", DAY, AccountEntry::booked);
        var time = t.insertOnly("booked_time", TIME_OF_DAY.orNull(), AccountEntry::time);
        var valueDay = t.insertOnly("value_day", DAY.orNull(), AccountEntry::valueDay);
        var amount = t.insertOnly("amount", NUMBER, AccountEntry::amount);
        var reversal = t.insertOnly("reversal", FLAG, AccountEntry::reversal);
        var code = t.insertOnly("code", TEXT.orNull(), AccountEntry::code);
        var partyName = t.insertOnly("party_name", TEXT.orNull(), AccountEntry::partyName);
        var partyAccount = t.insertOnly("party_account", TEXT.orNull(), AccountEntry::partyAccount);
        var partyBank = t.insertOnly("party_bank", TEXT.orNull(), AccountEntry::partyBank);
        var text = t.insertOnly("text", TEXT, AccountEntry::text);
        var endToEnd = t.insertOnly("end_to_end", TEXT.orNull(), AccountEntry::endToEnd);
        var bankReference = t.insertOnly("bank_reference", TEXT.orNull(), AccountEntry::bankReference);
        var returnReason = t.insertOnly("return_reason", TEXT.orNull(), AccountEntry::returnReason);
        var hint = t.insertOnly("hint", word(BankEntry.Hint.class), AccountEntry::hint);
        var details = t.insertOnly("details", TEXT.orNull(), AccountEntry::details);
        var status = t.column("status", word(AccountEntry.Status.class), AccountEntry::status);
        var reason = t.column("reason", TEXT.orNull(), AccountEntry::reason);
        var match = t.optional(AccountEntry::match);
        var matchedType = match.column("matched_type", word(AccountEntry.MatchType.class), Match::type);
        var matchedOrganization = match.column(
                "matched_organization", ID, one -> one.transaction().organizationId());
        var matchedId = match.column("matched_id", ID, one -> one.transaction().id());
        var decidedBy = t.column("decided_by", TEXT.orNull(), AccountEntry::decidedBy);
        var version = t.column("version", NUMBER, AccountEntry::version);
        var updatedAt = t.column("updated_at", TIME, AccountEntry::updatedAt);
        return row -> new AccountEntry(
                id.of(row),
                accountId.of(row),
                livemode.of(row),
                fileId.of(row),
                currency.of(row),
                booked.of(row),
                time.of(row),
                valueDay.of(row),
                amount.of(row),
                reversal.of(row),
                code.of(row),
                partyName.of(row),
                partyAccount.of(row),
                partyBank.of(row),
                text.of(row),
                endToEnd.of(row),
                bankReference.of(row),
                returnReason.of(row),
                hint.of(row),
                details.of(row),
                status.of(row),
                reason.of(row),
                match.orNull(
                        row,
                        () -> new Match(
                                matchedType.of(row),
                                new TransactionKey(matchedOrganization.of(row), livemode.of(row), matchedId.of(row)))),
                decidedBy.of(row),
                version.of(row),
                updatedAt.of(row));
    }
}
