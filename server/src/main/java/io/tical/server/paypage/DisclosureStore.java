package io.tical.server.paypage;

import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayerConsents;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The SQL of consents. */
final class DisclosureStore {
    static final Table<Accepted> DISCLOSURES = Table.of("disclosure", DisclosureStore::columns);

    private DisclosureStore() {}

    /** The consent of one payer. */
    record Accepted(TransactionKey payin, String textVersion, String address, String requestId, Instant at) {
        PayerConsents.Consent consent() {
            return new PayerConsents.Consent(at, textVersion, address, requestId);
        }
    }

    static boolean exists(Session session, TransactionKey payin) {
        var sql =
                "SELECT 1 AS found FROM disclosure" + TransactionKey.WHERE + "payin_id = cast(:payin AS uuid) LIMIT 1";
        return payin.bind(session.sql(sql), "payin").first(row -> true).isPresent();
    }

    /** The consents to pay a payin, oldest first. */
    static List<PayerConsents.Consent> list(Session session, TransactionKey payin) {
        var sql = "SELECT * FROM disclosure" + TransactionKey.WHERE
                + "payin_id = cast(:payin AS uuid) ORDER BY accepted_at, text_version, address";
        return payin.bind(session.sql(sql), "payin")
                .list(DISCLOSURES.proved(session).andThen(Accepted::consent));
    }

    /** The payins among these that have a consent. */
    static Set<TransactionKey> find(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT DISTINCT organization_id, livemode, payin_id FROM disclosure JOIN "
                + TransactionKey.table("payin_id") + " USING (organization_id, livemode, payin_id)";
        return Set.copyOf(
                TransactionKey.bind(session.sql(sql), payins).list(row -> TransactionKey.of(row, "payin_id")));
    }

    private static Function<Row, Accepted> columns(TableColumns<Accepted> t) {
        var payin = TransactionKey.columns(t, "payin_id", Accepted::payin);
        var textVersion = t.key("text_version", TEXT, Accepted::textVersion);
        var address = t.key("address", TEXT, Accepted::address);
        var requestId = t.column("request_id", TEXT, Accepted::requestId);
        var acceptedAt = t.column("accepted_at", TIME, Accepted::at);
        return row -> new Accepted(
                payin.of(row), textVersion.of(row), address.of(row), requestId.of(row), acceptedAt.of(row));
    }
}
