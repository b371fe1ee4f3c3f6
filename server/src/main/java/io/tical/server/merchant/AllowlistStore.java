package io.tical.server.merchant;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** The SQL of allowlists. */
final class AllowlistStore {
    static final BulkWrite<Entry> ENTRIES = BulkWrite.<Entry>of("ip_allowlist")
            .key("organization_id", "uuid", Entry::organizationId)
            .key("entry", "text", Entry::entry)
            .column("created_at", "timestamptz", Entry::createdAt)
            .authenticated()
            .journaled();

    record Entry(UUID organizationId, String entry, Instant createdAt) {}

    private AllowlistStore() {}

    static List<String> list(Session session, UUID organizationId) {
        return entries(session, organizationId).list(row -> row.text("entry"));
    }

    /** Reads the list for a decision, together with other statements. An altered entry fails the unit of work. */
    static void proveLater(Session session, UUID organizationId, Consumer<List<String>> then) {
        var proof = ENTRIES.proof(session);
        entries(session, organizationId)
                .listLater(
                        row -> {
                            proof.requireUnaltered(row);
                            return row.text("entry");
                        },
                        then);
    }

    private static Session.Statement entries(Session session, UUID organizationId) {
        return session.sql(
                        "SELECT * FROM ip_allowlist WHERE organization_id = cast(:organization AS uuid) ORDER BY entry")
                .bind("organization", organizationId);
    }

    static void replace(Session session, UUID organizationId, Set<String> normal, Instant now) {
        ENTRIES.proof(session)
                .delete(session.sql("""
                        DELETE FROM ip_allowlist
                        WHERE organization_id = cast(:organization AS uuid) AND NOT entry = any(cast(:entries AS text[]))
                        RETURNING *
                        """)
                        .bind("organization", organizationId)
                        .bindEach("entries", normal, entry -> entry));
        ENTRIES.insertIfAbsent(
                session,
                normal.stream()
                        .map(entry -> new Entry(organizationId, entry, now))
                        .toList());
    }
}
