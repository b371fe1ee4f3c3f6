package io.tical.server.settlement;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.key.TransactionKey;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The SQL of conversions. */
final class ConversionStore {
    static final BulkWrite<Conversion> CONVERSIONS = TransactionKey.<Conversion>write(
                    "conversion", "conversion_id", Conversion::key)
            .column("settlement_id", "uuid", one -> one.settlement().id())
            .column("source_currency", "text", Conversion::sourceCurrency)
            .column("source_amount", "bigint", Conversion::sourceAmount)
            .column("currency", "text", Conversion::currency)
            .column("amount", "bigint", Conversion::amount)
            .column("rate", "text", one -> one.rate().toPlainString())
            .authenticated()
            .journaled();

    private ConversionStore() {}

    /** The conversions of these settlements. */
    static Map<TransactionKey, Conversion> find(Session session, Collection<TransactionKey> settlements) {
        if (settlements.isEmpty()) {
            return Map.of();
        }
        var proof = CONVERSIONS.readingProof(session);
        var sql = "SELECT c.* FROM conversion c JOIN" + TransactionKey.table("settlement_id")
                + "USING (organization_id, livemode, settlement_id)";
        return TransactionKey.bind(session.sql(sql), settlements)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return new Conversion(
                            TransactionKey.of(row, "settlement_id"),
                            row.uuid("conversion_id"),
                            row.text("source_currency"),
                            row.number("source_amount"),
                            row.text("currency"),
                            row.number("amount"),
                            new BigDecimal(row.text("rate")));
                })
                .stream()
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
}
