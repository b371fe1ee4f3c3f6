package io.tical.server.bank;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.AccountDay.Sealed;
import io.tical.server.bank.AccountDay.Status;
import io.tical.server.overview.QueueTable;
import io.tical.server.transaction.Page;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of the days of accounts. */
final class AccountDayStore {
    static final Table<AccountDay> DAYS = Table.of("bank_day", AccountDayStore::columns);

    private static final String OF_ACCOUNT =
            "SELECT * FROM bank_day WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode";

    private static final int PAGE_ROWS = 2_000;

    private AccountDayStore() {}

    /** The open days after the first closed one of their account that are over where most banks are, if they have to be. */
    static QueueTable toClose(ZoneId zone) {
        return QueueTable.ofService("bank_days", AccountDay.RESOURCE, "bank_day", "bank_day_id", """
                q.status = 'open' AND (NOT q.livemode OR q.day < cast(now() AT TIME ZONE '%s' AS date)) AND EXISTS (
                    SELECT FROM bank_day c WHERE c.collection_account_id = q.collection_account_id AND c.livemode = q.livemode
                        AND c.status = 'closed' AND c.day < q.day)""".formatted(zone));
    }

    private static Session.Statement ofAccount(Session session, Account account, String more) {
        return session.sql(OF_ACCOUNT + more).bind("account", account.id()).bind("livemode", account.livemode());
    }

    /** Makes the days of an account known; only imports do, one after the other. */
    static void ensure(Session session, Account account, Collection<LocalDate> days, Instant now) {
        DAYS.insertIfAbsent(
                session,
                days.stream()
                        .distinct()
                        .map(day -> new AccountDay(
                                Ids.next(), account.id(), account.livemode(), day, Status.OPEN, null, 1, now))
                        .toList());
        session.wrote(DAYS.table(), account.livemode());
    }

    /** The last known day of an account before one. */
    static Optional<LocalDate> before(Session session, Account account, LocalDate day) {
        return ofAccount(session, account, " AND day < :day ORDER BY day DESC LIMIT 1")
                .bind("day", day)
                .first(row -> row.date("day"));
    }

    /**
     * The closed ones of these days. They, and those that are open, stay as they are until the transaction ends.
     *
     * @param shared whether others may keep them so at the same time
     */
    static List<AccountDay> closed(Session session, Account account, Collection<LocalDate> days) {
        return session
                .sql("""
                        SELECT d.* FROM bank_day d JOIN unnest(cast(:days AS date[])) AS k (day) USING (day)
                        WHERE d.collection_account_id = cast(:account AS uuid) AND d.livemode = :livemode
                        ORDER BY d.day FOR SHARE OF d
                        """)
                .bindEach("days", days.stream().distinct().toList(), day -> day)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .list(DAYS.proved(session))
                .stream()
                .filter(day -> day.status() == Status.CLOSED)
                .toList();
    }

    /** The closed days of an account from one to another, both included. */
    static List<AccountDay> closed(Session session, Account account, LocalDate from, LocalDate to) {
        return ofAccount(session, account, " AND day BETWEEN :from AND :to AND status = 'closed' ORDER BY day")
                .bind("from", from)
                .bind("to", to)
                .list(DAYS.proved(session));
    }

    /** All closed days, as they are stored. */
    static void forEachClosed(Session session, Consumer<AccountDay> days) {
        session.sql("SELECT * FROM bank_day WHERE status = 'closed'")
                .forEach(PAGE_ROWS, row -> days.accept(DAYS.read(row.withZeros())));
    }

    /** Locks the closed days of an account from one on, in their order. */
    static List<AccountDay> lockClosedFrom(Session session, Account account, LocalDate day) {
        return ofAccount(session, account, " AND day >= :day AND status = 'closed' ORDER BY day FOR UPDATE")
                .bind("day", day)
                .list(DAYS.locked(session));
    }

    static Optional<AccountDay> find(Session session, UUID id, boolean lock) {
        return session.sql("SELECT * FROM bank_day WHERE bank_day_id = cast(:id AS uuid)" + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? DAYS.locked(session) : DAYS.proved(session));
    }

    static Optional<AccountDay> find(Session session, Account account, LocalDate day) {
        return ofAccount(session, account, " AND day = :day").bind("day", day).first(DAYS.proved(session));
    }

    /** The first and the last closed day of an account; empty if none is. */
    static Optional<AccountDays.Closed> range(Session session, Account account) {
        var first = ofAccount(session, account, " AND status = 'closed' ORDER BY day LIMIT 1")
                .first(DAYS.proved(session));
        var last = ofAccount(session, account, " AND status = 'closed' ORDER BY day DESC LIMIT 1")
                .first(DAYS.proved(session));
        return first.flatMap(from -> last.map(to -> new AccountDays.Closed(from, to)));
    }

    static void update(Session session, List<AccountDay> days) {
        DAYS.update(session, days).run();
        days.stream().map(AccountDay::livemode).distinct().forEach(livemode -> session.wrote(DAYS.table(), livemode));
    }

    /** One row more than the page's limit, when there are that many; the latest days first. */
    static List<AccountDay> list(
            Session session, boolean livemode, @Nullable UUID account, @Nullable Status status, Page page) {
        return session.sql("SELECT d.* FROM bank_day d WHERE d.livemode = :livemode"
                        + (status == null ? "" : " AND d.status = '" + status.word() + "'")
                        + (account == null ? "" : " AND d.collection_account_id = cast(:account AS uuid)")
                        + (page.before() == null
                                ? ""
                                : " AND (d.day, d.bank_day_id) < (SELECT b.day, b.bank_day_id FROM bank_day b WHERE b.bank_day_id = cast(:before AS uuid))")
                        + " ORDER BY d.day DESC, d.bank_day_id DESC LIMIT :rows OFFSET :offset")
                .bind("livemode", livemode)
                .bind("account", account)
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(DAYS::read);
    }

    private static Function<Row, AccountDay> columns(TableColumns<AccountDay> t) {
        var id = t.key("bank_day_id", ID, AccountDay::id);
        var accountId = t.insertOnly("collection_account_id", ID, AccountDay::accountId);
        var livemode = t.insertOnly("livemode", FLAG, AccountDay::livemode);
        var day = t.insertOnly("day", DAY, AccountDay::day);
        var status = t.column("status", word(Status.class), AccountDay::status);
        var sealed = t.optional(AccountDay::sealed);
        var opening = sealed.column("opening", NUMBER, Sealed::opening);
        var closing = sealed.column("closing", NUMBER, Sealed::closing);
        var number = sealed.column("sealed_by", NUMBER, Sealed::number);
        var version = t.column("version", NUMBER, AccountDay::version);
        var updatedAt = t.column("updated_at", TIME, AccountDay::updatedAt);
        return row -> new AccountDay(
                id.of(row),
                accountId.of(row),
                livemode.of(row),
                day.of(row),
                status.of(row),
                sealed.orNull(row, () -> new Sealed(opening.of(row), closing.of(row), number.of(row))),
                version.of(row),
                updatedAt.of(row));
    }
}
