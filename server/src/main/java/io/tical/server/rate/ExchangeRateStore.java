package io.tical.server.rate;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The SQL of rates. */
final class ExchangeRateStore {
    static final BulkWrite<ExchangeRate> RATES = BulkWrite.<ExchangeRate>of("exchange_rate")
            .key("livemode", "boolean", ExchangeRate::livemode)
            .key("source_currency", "text", ExchangeRate::source)
            .key("target_currency", "text", ExchangeRate::target)
            .column("rate", "text", ExchangeRateStore::decimal)
            .column("version", "bigint", ExchangeRate::version)
            .column("updated_at", "timestamptz", ExchangeRate::updatedAt)
            .authenticated()
            .journaled();

    private static final String OF_PAIR = "SELECT * FROM exchange_rate WHERE livemode = :livemode"
            + " AND source_currency = :source AND target_currency = :target";

    private ExchangeRateStore() {}

    private static @Nullable String decimal(ExchangeRate rate) {
        return rate.rate() == null ? null : rate.rate().toPlainString();
    }

    /** All configured rates. */
    static List<ExchangeRate> list(Session session) {
        var proof = RATES.readingProof(session);
        return session.sql("SELECT * FROM exchange_rate WHERE rate IS NOT NULL"
                        + " ORDER BY livemode, source_currency, target_currency")
                .list(row -> rate(row, proof));
    }

    static Optional<ExchangeRate> find(Session session, boolean livemode, String source, String target) {
        return one(session, livemode, source, target, "", RATES.readingProof(session));
    }

    /** Locks the rate until the transaction ends. */
    static Optional<ExchangeRate> lock(Session session, boolean livemode, String source, String target) {
        return one(session, livemode, source, target, " FOR UPDATE", RATES.proof(session));
    }

    private static Optional<ExchangeRate> one(
            Session session, boolean livemode, String source, String target, String end, RowProof proof) {
        return session.sql(OF_PAIR + end)
                .bind("livemode", livemode)
                .bind("source", source)
                .bind("target", target)
                .first(row -> rate(row, proof));
    }

    static boolean insertIfAbsent(Session session, ExchangeRate rate) {
        return RATES.insertIfAbsent(session, rate);
    }

    static void update(Session session, ExchangeRate rate) {
        RATES.update(session, List.of(rate)).run();
    }

    private static ExchangeRate rate(Row row, RowProof proof) {
        proof.requireUnaltered(row);
        var rate = row.textOrNull("rate");
        return new ExchangeRate(
                row.flag("livemode"),
                row.text("source_currency"),
                row.text("target_currency"),
                rate == null ? null : new BigDecimal(rate),
                row.number("version"),
                row.instant("updated_at"));
    }
}
