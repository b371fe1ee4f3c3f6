package io.tical.server.statement;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of sealed days. Reads fail if the service did not write a row. */
final class DailyStatementStore {
    static final BulkWrite<DailyStatement> STATEMENTS = WalletKey.<DailyStatement>write(
                    "daily_statement", DailyStatement::wallet)
            .key("number", "bigint", DailyStatement::number)
            .column("day", "date", DailyStatement::day)
            .column("from_seq", "bigint", DailyStatement::fromSeq)
            .column("to_seq", "bigint", DailyStatement::toSeq)
            .column("head", "bytea", DailyStatement::head)
            .column("sealed_at", "timestamptz", DailyStatement::sealedAt)
            .authenticated()
            .journaled();

    private static final String OF_WALLET = """
            SELECT * FROM daily_statement
            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency
            """;

    private DailyStatementStore() {}

    /** The wallet's last sealed day. */
    static Optional<DailyStatement> last(Session session, WalletKey wallet) {
        return wallet.bind(session.sql(OF_WALLET + " ORDER BY number DESC LIMIT 1"))
                .first(proved(session));
    }

    /** The wallet's last sealed day up to this one. */
    static Optional<DailyStatement> lastUpTo(Session session, WalletKey wallet, LocalDate day) {
        return wallet.bind(session.sql(OF_WALLET + " AND day <= :day ORDER BY day DESC LIMIT 1"))
                .bind("day", day)
                .first(proved(session));
    }

    static Optional<DailyStatement> find(Session session, WalletKey wallet, long number) {
        return wallet.bind(session.sql(OF_WALLET + " AND number = :number"))
                .bind("number", number)
                .first(proved(session));
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
                .list(row -> statement(row.withZeros()));
    }

    /** Inserts a sealed day unless its number is taken; returns whether it did. */
    static boolean insert(Session session, DailyStatement statement) {
        return STATEMENTS.insertIfAbsent(session, statement);
    }

    private static Function<Row, DailyStatement> proved(Session session) {
        var proof = STATEMENTS.readingProof(session);
        return row -> {
            proof.requireUnaltered(row);
            return statement(row);
        };
    }

    private static DailyStatement statement(Row row) {
        return new DailyStatement(
                WalletKey.of(row),
                row.number("number"),
                Objects.requireNonNullElse(row.dateOrNull("day"), LocalDate.EPOCH),
                row.number("from_seq"),
                row.number("to_seq"),
                row.bytes("head"),
                row.instant("sealed_at"));
    }
}
