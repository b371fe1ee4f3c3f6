package io.tical.server.statement;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.WalletKey;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of sealed days. Reads fail if the service did not write a row. */
final class DailyStatementStore {
    static final Table<DailyStatement> STATEMENTS = Table.of("daily_statement", DailyStatementStore::columns);

    private static final String OF_WALLET = """
            SELECT * FROM daily_statement
            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency
            """;

    private DailyStatementStore() {}

    /** The wallet's last sealed day. */
    static Optional<DailyStatement> last(Session session, WalletKey wallet) {
        return wallet.bind(session.sql(OF_WALLET + " ORDER BY number DESC LIMIT 1"))
                .first(STATEMENTS.proved(session));
    }

    /** The wallet's last sealed day up to this one. */
    static Optional<DailyStatement> lastUpTo(Session session, WalletKey wallet, LocalDate day) {
        return wallet.bind(session.sql(OF_WALLET + " AND day <= :day ORDER BY day DESC LIMIT 1"))
                .bind("day", day)
                .first(STATEMENTS.proved(session));
    }

    static Optional<DailyStatement> find(Session session, WalletKey wallet, long number) {
        return wallet.bind(session.sql(OF_WALLET + " AND number = :number"))
                .bind("number", number)
                .first(STATEMENTS.proved(session));
    }

    /** The last sealed transfers of the wallets that have a sealed day. */
    static Map<WalletKey, Long> lastSeqs(Session session, Collection<WalletKey> wallets) {
        return WalletKey.bind(session.sql("SELECT k.*, s.to_seq FROM" + WalletKey.TABLE + """
                        CROSS JOIN LATERAL (
                            SELECT to_seq FROM daily_statement
                            WHERE organization_id = k.organization_id AND livemode = k.livemode AND currency = k.currency
                            ORDER BY number DESC LIMIT 1) s
                        """), wallets)
                .list(row -> Map.entry(WalletKey.of(row), row.number("to_seq")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** At most {@code rowsMax} sealed days after one, unproved, for an audit. */
    static List<DailyStatement> after(Session session, WalletKey wallet, long number, int rowsMax) {
        return wallet.bind(session.sql("""
                        SELECT * FROM daily_statement
                        WHERE (organization_id, livemode, currency, number) > (cast(:organization AS uuid), :livemode, :currency, :number)
                        ORDER BY organization_id, livemode, currency, number LIMIT :rows
                        """))
                .bind("number", number)
                .bind("rows", rowsMax)
                .list(row -> STATEMENTS.read(row.withZeros()));
    }

    /** Inserts a sealed day unless its number is taken; returns whether it did. */
    static boolean insert(Session session, DailyStatement statement) {
        return STATEMENTS.insertIfAbsent(session, statement);
    }

    private static Function<Row, DailyStatement> columns(TableColumns<DailyStatement> t) {
        var wallet = WalletKey.columns(t, DailyStatement::wallet);
        var number = t.key("number", NUMBER, DailyStatement::number);
        var day = t.column("day", DAY, DailyStatement::day);
        var fromSeq = t.column("from_seq", NUMBER, DailyStatement::fromSeq);
        var toSeq = t.column("to_seq", NUMBER, DailyStatement::toSeq);
        var head = t.column("head", BYTES, DailyStatement::head);
        var sealedAt = t.column("sealed_at", TIME, DailyStatement::sealedAt);
        return row -> new DailyStatement(
                wallet.of(row),
                number.of(row),
                day.of(row),
                fromSeq.of(row),
                toSeq.of(row),
                head.of(row),
                sealedAt.of(row));
    }
}
