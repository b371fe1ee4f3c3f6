package io.tical.server.merchant;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/** The SQL of allowlists. */
final class AllowlistStore {
    static final Table<Entry> ENTRIES = Table.of("ip_allowlist", AllowlistStore::columns);

    record Entry(UUID organizationId, String entry, Instant createdAt) {}

    private AllowlistStore() {}

    static List<String> list(Session session, UUID organizationId) {
        return entries(session, organizationId).list(row -> ENTRIES.read(row).entry());
    }

    /** Reads the list for a decision, together with other statements. An altered entry fails the unit of work. */
    static void proveLater(Session session, UUID organizationId, Consumer<List<String>> then) {
        entries(session, organizationId).listLater(ENTRIES.locked(session).andThen(Entry::entry), then);
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

    private static Function<Row, Entry> columns(TableColumns<Entry> t) {
        var organizationId = t.key("organization_id", ID, Entry::organizationId);
        var entry = t.key("entry", TEXT, Entry::entry);
        var createdAt = t.column("created_at", TIME, Entry::createdAt);
        return row -> new Entry(organizationId.of(row), entry.of(row), createdAt.of(row));
    }
}
