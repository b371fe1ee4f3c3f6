package io.tical.server.bank;

import static io.tical.db.ColumnType.FLAG;
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
import io.tical.server.transaction.Page;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of files of banks. */
final class BankFileStore {
    static final Table<BankFile> FILES = Table.of("bank_file", BankFileStore::columns);

    private BankFileStore() {}

    /** @throws Problem.Conflict {@code BANK_FILE_KNOWN} when the same bytes wait or count */
    static void insert(Session session, BankFile file) {
        FILES.insert(session, List.of(file))
                .onDuplicate(
                        "bank_file_hash",
                        () -> new Problem.Conflict(
                                "BANK_FILE_KNOWN", "This file was received before. Look for it among the files."))
                .runLater();
        session.send();
        wrote(session, file);
    }

    /** Adds a part of the bytes of a file. */
    static void append(Session session, UUID file, int part, byte[] content) {
        session.sql(
                        "INSERT INTO bank_file_part (bank_file_id, part, content) VALUES (cast(:file AS uuid), :part, :content)")
                .bind("file", file)
                .bind("part", part)
                .bind("content", content)
                .run();
    }

    static Optional<byte[]> part(Session session, UUID file, int part) {
        return session.sql(
                        "SELECT content FROM bank_file_part WHERE bank_file_id = cast(:file AS uuid) AND part = :part")
                .bind("file", file)
                .bind("part", part)
                .first(row -> row.bytes("content"));
    }

    /** The file with these bytes that waits or counts. */
    static Optional<UUID> ofHash(Session session, boolean livemode, String hash) {
        return session.sql("""
                        SELECT bank_file_id FROM bank_file
                        WHERE livemode = :livemode AND hash = :hash AND status IN ('waiting', 'imported')
                        """).bind("livemode", livemode).bind("hash", hash).first(row -> row.uuid("bank_file_id"));
    }

    static Optional<BankFile> find(Session session, UUID id, boolean lock) {
        return session.sql(
                        "SELECT * FROM bank_file WHERE bank_file_id = cast(:id AS uuid)" + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? FILES.locked(session) : FILES.proved(session));
    }

    static void update(Session session, BankFile file) {
        FILES.update(session, List.of(file)).run();
        wrote(session, file);
    }

    /** The key of the table does not say the environment. */
    private static void wrote(Session session, BankFile file) {
        session.wrote(FILES.table(), file.livemode());
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<BankFile> list(Session session, boolean livemode, BankFile.@Nullable Status status, Page page) {
        return session.sql("SELECT * FROM bank_file WHERE livemode = :livemode"
                        + (status == null ? "" : " AND status = '" + status.word() + "'")
                        + (page.before() == null ? "" : " AND bank_file_id < cast(:before AS uuid)")
                        + " ORDER BY bank_file_id DESC LIMIT :rows OFFSET :offset")
                .bind("livemode", livemode)
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(FILES::read);
    }

    private static Function<Row, BankFile> columns(TableColumns<BankFile> t) {
        var id = t.key("bank_file_id", ID, BankFile::id);
        var livemode = t.insertOnly("livemode", FLAG, BankFile::livemode);
        var name = t.insertOnly("name", TEXT, BankFile::name);
        var size = t.insertOnly("size", NUMBER, BankFile::size);
        var hash = t.insertOnly("hash", TEXT, BankFile::hash);
        var origin = t.insertOnly("origin", word(BankFile.Origin.class), BankFile::origin);
        var receivedBy = t.insertOnly("received_by", TEXT, BankFile::receivedBy);
        var accountId = t.column("collection_account_id", ID.orNull(), BankFile::accountId);
        var profile = t.column("profile", TEXT.orNull(), BankFile::profile);
        var credits = t.column("credits", NUMBER.orNull(), BankFile::credits);
        var currency = t.column("currency", TEXT.orNull(), BankFile::currency);
        var status = t.column("status", word(BankFile.Status.class), BankFile::status);
        var version = t.column("version", NUMBER, BankFile::version);
        var receivedAt = t.insertOnly("received_at", TIME, BankFile::receivedAt);
        var updatedAt = t.column("updated_at", TIME, BankFile::updatedAt);
        return row -> new BankFile(
                id.of(row),
                livemode.of(row),
                name.of(row),
                size.of(row),
                hash.of(row),
                origin.of(row),
                receivedBy.of(row),
                accountId.of(row),
                profile.of(row),
                credits.of(row),
                currency.of(row),
                status.of(row),
                version.of(row),
                receivedAt.of(row),
                updatedAt.of(row));
    }
}
