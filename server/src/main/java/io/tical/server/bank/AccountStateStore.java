package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccountState.Balance;
import io.tical.common.admin.BankAccountState.Open;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The SQL of the states of accounts. */
final class AccountStateStore {
    private static final String COUNTING = """
            FROM unnest(cast(:accounts AS uuid[])) AS a (id)
            JOIN bank_statement s ON s.collection_account_id = a.id AND s.livemode = :livemode
            JOIN bank_file f ON f.bank_file_id = s.bank_file_id AND f.status = 'imported'
            """;

    private static final String ENTRIES = """
            FROM unnest(cast(:accounts AS uuid[])) AS a (id)
            JOIN bank_entry e ON e.collection_account_id = a.id AND e.livemode = :livemode
            """;

    private AccountStateStore() {}

    private static Session.Statement of(Session session, Collection<UUID> accounts, boolean livemode, String sql) {
        return session.sql(sql).bindEach("accounts", accounts, id -> id).bind("livemode", livemode);
    }

    /** The statement of each account that ends last; of those of one day the final ones, and the one that came last. */
    static List<StatementStore.Stored> last(Session session, Collection<UUID> accounts, boolean livemode) {
        return of(
                        session,
                        accounts,
                        livemode,
                        "SELECT DISTINCT ON (a.id) s.* " + COUNTING + " WHERE s.to_day IS NOT NULL"
                                + " ORDER BY a.id, s.to_day DESC, s.kind = 'final' DESC, s.bank_statement_id DESC")
                .list(StatementStore.STATEMENTS::read);
    }

    /**
     * The end of a statement.
     *
     * @param whole whether it is of whole days
     * @param came when it was imported
     */
    record End(UUID accountId, boolean whole, LocalDate to, Instant came) {}

    /** The statements of whole days, and those of parts of a day, that end last, of each account. */
    static List<End> ends(Session session, Collection<UUID> accounts, boolean livemode) {
        return of(
                        session,
                        accounts,
                        livemode,
                        "SELECT DISTINCT ON (a.id, s.kind) a.id, s.kind = 'final' AS whole, s.to_day, s.bank_statement_id "
                                + COUNTING
                                + " WHERE s.to_day IS NOT NULL AND s.kind IN ('final', 'intraday')"
                                + " ORDER BY a.id, s.kind, s.to_day DESC, s.bank_statement_id DESC")
                .list(row -> new End(
                        row.uuid("id"),
                        row.flag("whole"),
                        row.date("to_day"),
                        Ids.madeAt(row.uuid("bank_statement_id"))));
    }

    /** The closing balance of each account that is the latest. */
    static Map<UUID, Balance> balances(Session session, Collection<UUID> accounts, boolean livemode) {
        var balances = new HashMap<UUID, Balance>();
        of(
                        session,
                        accounts,
                        livemode,
                        "SELECT DISTINCT ON (a.id) a.id, s.bank_file_id, s.to_day, s.closing " + COUNTING
                                + " WHERE s.to_day IS NOT NULL AND s.closing IS NOT NULL ORDER BY a.id, s.to_day DESC,"
                                + " s.kind = 'final' DESC, s.page DESC, s.bank_statement_id DESC")
                .list(row -> balances.put(
                        row.uuid("id"),
                        new Balance(row.uuid("bank_file_id"), row.date("to_day").toString(), row.number("closing"))));
        return balances;
    }

    /** The statements of whole days that end on a day or later. */
    static List<StatementStore.Stored> ofWholeDays(
            Session session, Collection<UUID> accounts, boolean livemode, LocalDate since) {
        return of(
                        session,
                        accounts,
                        livemode,
                        "SELECT s.* " + COUNTING
                                + " WHERE s.kind = 'final' AND s.from_day IS NOT NULL AND s.to_day >= :since")
                .bind("since", since)
                .list(StatementStore.STATEMENTS::read);
    }

    /** The shares that are explained, of each account. */
    record Shares(Share credits, Share debits) {
        private static final Share NOTHING = new Share(0, 0, 0, 0);

        static final Shares NONE = new Shares(NOTHING, NOTHING);
    }

    /** What is explained of the entries that were booked on a day or later. */
    static Map<UUID, Shares> shares(Session session, Collection<UUID> accounts, boolean livemode, LocalDate since) {
        var shares = new HashMap<UUID, Shares>();
        of(
                        session,
                        accounts,
                        livemode,
                        """
                        SELECT a.id, e.amount > 0 AS credit, count(*) AS entries, count(*) FILTER (WHERE e.status <> 'open') AS explained,
                               cast(sum(abs(e.amount)) AS bigint) AS amount,
                               cast(coalesce(sum(abs(e.amount)) FILTER (WHERE e.status <> 'open'), 0) AS bigint) AS explained_amount
                        """ + ENTRIES + " WHERE e.booked >= :since AND e.status <> 'undone' GROUP BY 1, 2")
                .bind("since", since)
                .list(row -> {
                    var share = share(row);
                    var credit = row.flag("credit");
                    return shares.merge(
                            row.uuid("id"),
                            credit ? new Shares(share, Shares.NOTHING) : new Shares(Shares.NOTHING, share),
                            (one, other) ->
                                    credit ? new Shares(share, one.debits()) : new Shares(one.credits(), share));
                });
        return shares;
    }

    private static Share share(Row row) {
        return new Share(
                row.number("entries"), row.number("explained"), row.number("amount"), row.number("explained_amount"));
    }

    /** What is open on each account. */
    static Map<UUID, Open> open(Session session, Collection<UUID> accounts, boolean livemode) {
        var open = new HashMap<UUID, Open>();
        of(session, accounts, livemode, """
                        SELECT a.id, count(*) AS entries,
                               cast(coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0) AS bigint) AS credits,
                               cast(coalesce(sum(e.amount) FILTER (WHERE e.amount < 0), 0) AS bigint) AS debits,
                               (array_agg(e.bank_entry_id ORDER BY e.booked, e.bank_entry_id))[1] AS oldest, min(e.booked) AS oldest_day
                        """ + ENTRIES + " WHERE e.status = 'open' GROUP BY 1")
                .list(row -> open.put(
                        row.uuid("id"),
                        new Open(
                                row.number("entries"),
                                row.number("credits"),
                                row.number("debits"),
                                row.uuid("oldest"),
                                row.date("oldest_day").toString())));
        return open;
    }
}
