package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Page;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of files of banks. */
final class BankFileStore {
    static final BulkWrite<BankFile> FILES = BulkWrite.<BankFile>of("bank_file")
            .key("bank_file_id", "uuid", BankFile::id)
            .insertOnly("livemode", "boolean", BankFile::livemode)
            .insertOnly("name", "text", BankFile::name)
            .insertOnly("size", "bigint", BankFile::size)
            .insertOnly("hash", "text", BankFile::hash)
            .insertOnly("origin", "text", file -> file.origin().word())
            .insertOnly("received_by", "text", BankFile::receivedBy)
            .column("collection_account_id", "uuid", BankFile::accountId)
            .column("profile", "text", BankFile::profile)
            .column("credits", "bigint", BankFile::credits)
            .column("currency", "text", BankFile::currency)
            .column("status", "text", file -> file.status().word())
            .column("version", "bigint", BankFile::version)
            .insertOnly("received_at", "timestamptz", BankFile::receivedAt)
            .column("updated_at", "timestamptz", BankFile::updatedAt)
            .authenticated()
            .journaled();

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
        var proof = lock ? FILES.proof(session) : FILES.readingProof(session);
        return session.sql(
                        "SELECT * FROM bank_file WHERE bank_file_id = cast(:id AS uuid)" + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return file(row);
                });
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
                .list(BankFileStore::file);
    }

    private static BankFile file(Row row) {
        return new BankFile(
                row.uuid("bank_file_id"),
                row.flag("livemode"),
                row.text("name"),
                row.number("size"),
                row.text("hash"),
                Word.of(BankFile.Origin.class, row.text("origin")),
                row.text("received_by"),
                row.uuidOrNull("collection_account_id"),
                row.textOrNull("profile"),
                row.numberOrNull("credits"),
                row.textOrNull("currency"),
                Word.of(BankFile.Status.class, row.text("status")),
                row.number("version"),
                row.instant("received_at"),
                row.instant("updated_at"));
    }
}
