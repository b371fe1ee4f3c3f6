package io.tical.server.settlement;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.key.TransactionKey;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of conversions. */
final class ConversionStore {
    static final Table<Conversion> CONVERSIONS = Table.of("conversion", ConversionStore::columns);

    private ConversionStore() {}

    /** The conversions of these settlements. */
    static Map<TransactionKey, Conversion> find(Session session, Collection<TransactionKey> settlements) {
        if (settlements.isEmpty()) {
            return Map.of();
        }
        var sql = "SELECT c.* FROM conversion c JOIN" + TransactionKey.table("settlement_id")
                + "USING (organization_id, livemode, settlement_id)";
        return TransactionKey.bind(session.sql(sql), settlements).list(CONVERSIONS.proved(session)).stream()
                .collect(Collectors.toMap(Conversion::settlement, one -> one));
    }

    /** When the session sends, adds the quotes that were used before. */
    static void usedLater(Session session, Collection<TransactionKey> quotes, Set<TransactionKey> used) {
        if (quotes.isEmpty()) {
            return;
        }
        var sql = "SELECT c.organization_id, c.livemode, c.conversion_id FROM conversion c JOIN"
                + TransactionKey.table("conversion_id") + "USING (organization_id, livemode, conversion_id)";
        TransactionKey.bind(session.sql(sql), quotes)
                .listLater(row -> TransactionKey.of(row, "conversion_id"), used::addAll);
    }

    /** When the session sends, inserts conversions, and fails if a quote has been used. */
    static void insertLater(Session session, List<Conversion> conversions) {
        if (!conversions.isEmpty()) {
            CONVERSIONS
                    .insert(
                            session,
                            conversions.stream()
                                    .sorted(Comparator.comparing(Conversion::key))
                                    .toList())
                    .onDuplicate("conversion_pkey", ConcurrentDuplicate::new)
                    .runLater();
        }
    }

    private static Function<Row, Conversion> columns(TableColumns<Conversion> t) {
        var key = TransactionKey.columns(t, "conversion_id", Conversion::key);
        var settlementId = t.column("settlement_id", ID, one -> one.settlement().id());
        var sourceCurrency = t.column("source_currency", TEXT, Conversion::sourceCurrency);
        var sourceAmount = t.column("source_amount", NUMBER, Conversion::sourceAmount);
        var currency = t.column("currency", TEXT, Conversion::currency);
        var amount = t.column("amount", NUMBER, Conversion::amount);
        var rate = t.column("rate", TEXT.as(BigDecimal::new, BigDecimal::toPlainString), Conversion::rate);
        return row -> {
            var quote = key.of(row);
            return new Conversion(
                    quote.other(settlementId.of(row)),
                    quote.id(),
                    sourceCurrency.of(row),
                    sourceAmount.of(row),
                    currency.of(row),
                    amount.of(row),
                    rate.of(row));
        };
    }
}
