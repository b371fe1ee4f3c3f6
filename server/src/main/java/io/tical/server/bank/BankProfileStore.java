package io.tical.server.bank;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of the layouts of operators. */
final class BankProfileStore {
    static final Table<BankProfile> PROFILES = Table.of("bank_profile", BankProfileStore::columns);

    private static final String LATEST = """
            SELECT DISTINCT ON (bank_profile_id) * FROM bank_profile ORDER BY bank_profile_id, version DESC
            """;

    private BankProfileStore() {}

    /** @throws Problem.Conflict {@code VERSION_CONFLICT} when this version exists */
    static void insert(Session session, BankProfile profile) {
        PROFILES.insert(session, List.of(profile))
                .onDuplicate("bank_profile_pkey", () -> Problem.Conflict.changed(BankProfiles.RESOURCE))
                .runLater();
        session.send();
    }

    /** The latest version of each. */
    static List<BankProfile> list(Session session) {
        return session.sql(LATEST).list(PROFILES.proved(session));
    }

    /** The latest version of each that reads files, without altered rows. */
    static List<BankProfile> active(Session session) {
        var proof = PROFILES.readingProof(session);
        return session
                .sql("SELECT * FROM (" + LATEST + ") AS latest WHERE status = 'active'")
                .list(row -> proof.holds(row) ? Optional.of(PROFILES.read(row)) : Optional.<BankProfile>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** All versions, newest first. */
    static List<BankProfile> versions(Session session, UUID id) {
        return session.sql("SELECT * FROM bank_profile WHERE bank_profile_id = cast(:id AS uuid) ORDER BY version DESC")
                .bind("id", id)
                .list(PROFILES.proved(session));
    }

    /** Whether one has changed since. */
    static boolean changedSince(Session session, Instant at) {
        return session.sql("SELECT EXISTS (SELECT 1 FROM bank_profile WHERE changed_at >= :at) AS changed")
                .bind("at", at)
                .first(row -> row.flag("changed"))
                .orElse(false);
    }

    private static Function<Row, BankProfile> columns(TableColumns<BankProfile> t) {
        var id = t.key("bank_profile_id", ID, BankProfile::id);
        var version = t.key("version", NUMBER, BankProfile::version);
        var name = t.column("name", TEXT, BankProfile::name);
        var definition = t.column("definition", TEXT, BankProfile::definition);
        var status = t.column("status", word(BankProfile.Status.class), BankProfile::status);
        var fileId = t.column("bank_file_id", ID, BankProfile::fileId);
        var changedBy = t.column("changed_by", TEXT, BankProfile::changedBy);
        var changedAt = t.column("changed_at", TIME, BankProfile::changedAt);
        return row -> new BankProfile(
                id.of(row),
                version.of(row),
                name.of(row),
                definition.of(row),
                status.of(row),
                fileId.of(row),
                changedBy.of(row),
                changedAt.of(row));
    }
}
