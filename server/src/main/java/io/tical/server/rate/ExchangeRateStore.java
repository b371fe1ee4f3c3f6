package io.tical.server.rate;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The SQL of rates. */
final class ExchangeRateStore {
    static final Table<ExchangeRate> RATES = Table.of("exchange_rate", ExchangeRateStore::columns);

    private static final String OF_PAIR = "SELECT * FROM exchange_rate WHERE livemode = :livemode"
            + " AND source_currency = :source AND target_currency = :target";

    private ExchangeRateStore() {}

    /** All configured rates. */
    static List<ExchangeRate> list(Session session) {
        return session.sql("SELECT * FROM exchange_rate WHERE rate IS NOT NULL"
                        + " ORDER BY livemode, source_currency, target_currency")
                .list(RATES.proved(session));
    }

    static Optional<ExchangeRate> find(Session session, boolean livemode, String source, String target) {
        return one(session, livemode, source, target, "", RATES.proved(session));
    }

    /** Locks the rate until the transaction ends. */
    static Optional<ExchangeRate> lock(Session session, boolean livemode, String source, String target) {
        return one(session, livemode, source, target, " FOR UPDATE", RATES.locked(session));
    }

    private static Optional<ExchangeRate> one(
            Session session,
            boolean livemode,
            String source,
            String target,
            String end,
            Function<Row, ExchangeRate> proved) {
        return session.sql(OF_PAIR + end)
                .bind("livemode", livemode)
                .bind("source", source)
                .bind("target", target)
                .first(proved);
    }

    static boolean insertIfAbsent(Session session, ExchangeRate rate) {
        return RATES.insertIfAbsent(session, rate);
    }

    static void update(Session session, ExchangeRate rate) {
        RATES.update(session, List.of(rate)).run();
    }

    private static Function<Row, ExchangeRate> columns(TableColumns<ExchangeRate> t) {
        var livemode = t.key("livemode", FLAG, ExchangeRate::livemode);
        var sourceCurrency = t.key("source_currency", TEXT, ExchangeRate::source);
        var targetCurrency = t.key("target_currency", TEXT, ExchangeRate::target);
        var rate = t.column(
                "rate", TEXT.as(BigDecimal::new, BigDecimal::toPlainString).orNull(), ExchangeRate::rate);
        var version = t.column("version", NUMBER, ExchangeRate::version);
        var updatedAt = t.column("updated_at", TIME, ExchangeRate::updatedAt);
        return row -> new ExchangeRate(
                livemode.of(row),
                sourceCurrency.of(row),
                targetCurrency.of(row),
                rate.of(row),
                version.of(row),
                updatedAt.of(row));
    }
}
