package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Records of the schema before packed answers replay after the migration. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigratedRecordsTest {
    private static final String BEFORE = "19";
    private static final UUID FIRST = UUID.randomUUID();
    private static final UUID SECOND = UUID.randomUUID();
    private static final Instant OLD = Instant.now().minus(Duration.ofDays(30));
    private static final Instant RECENT = Instant.now().minus(Duration.ofHours(1));

    private Database database;
    private IdempotencyRecords records;

    /** A record of the earlier schema, which kept the whole key, hash and answer. */
    private record Earlier(
            UUID organizationId, boolean livemode, String key, String request, int status, byte[] data, Instant at) {
        IdempotencyKey name() {
            return new IdempotencyKey(new Principal(organizationId, livemode), key);
        }
    }

    private static Earlier earlier(
            UUID organizationId, boolean livemode, String key, int status, String data, Instant at) {
        var request = "request of " + organizationId + livemode + key;
        return new Earlier(organizationId, livemode, key, request, status, data.getBytes(StandardCharsets.UTF_8), at);
    }

    private static final List<Earlier> ALL = List.of(
            earlier(FIRST, false, "order-1", 201, "{\"holder_name\":\"สมชาย ใจดี\",\"note\":\"€ 😀\"}", RECENT),
            earlier(FIRST, true, "order-1", 200, "{\"id\":\"" + UUID.randomUUID() + "\",\"livemode\":true}", RECENT),
            earlier(SECOND, false, "order-1", 202, "", RECENT),
            // Bytes that are forms of a packed answer, and its mark.
            earlier(FIRST, false, "~".repeat(255), 201, "\0\1\2\u007F", RECENT),
            earlier(SECOND, true, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", 201, "{\"amount\":1}", OLD));

    @BeforeAll
    void migrate() throws SQLException {
        var settings = TestDatabase.settings(BEFORE);
        try (var owner = TestDatabase.owner(settings)) {
            for (var record : ALL) {
                insert(owner, record);
            }
            insertCommand(owner);
        }
        database = Databases.open(settings);
        records = new IdempotencyRecords(database);
    }

    @AfterAll
    void close() {
        database.close();
    }

    private static void insert(Connection owner, Earlier record) throws SQLException {
        try (var insert = owner.prepareStatement("""
                INSERT INTO idempotency (organization_id, livemode, key, fingerprint, status, data, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)) {
            insert.setObject(1, record.organizationId());
            insert.setBoolean(2, record.livemode());
            insert.setString(3, record.key());
            insert.setBytes(4, sha256(record.request()));
            insert.setInt(5, record.status());
            insert.setBytes(6, record.data());
            insert.setObject(7, OffsetDateTime.ofInstant(record.at(), ZoneOffset.UTC));
            insert.executeUpdate();
        }
    }

    private static void insertCommand(Connection owner) throws SQLException {
        try (var insert = owner.prepareStatement("""
                INSERT INTO command_record (organization_id, livemode, object_id, command_id, created_at)
                VALUES (?, true, ?, 'request-1 approve', now())
                """)) {
            insert.setObject(1, FIRST);
            insert.setObject(2, UUID.randomUUID());
            insert.executeUpdate();
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theSameRequestIsAnsweredWithTheSameBytes() {
        for (var record : ALL) {
            var answer = records.find(record.name(), RequestHash.fingerprint(record.request()))
                    .orElseThrow();
            assertThat(answer.status()).isEqualTo(record.status());
            assertThat(answer.data()).isEqualTo(record.data());
            assertThat(answer.replayed()).isTrue();
        }
    }

    @Test
    void anotherRequestWithTheSameKeyIsRefused() {
        for (var record : ALL) {
            assertThatThrownBy(() -> records.find(record.name(), RequestHash.fingerprint("another request")))
                    .isInstanceOfSatisfying(
                            Problem.Conflict.class,
                            refused -> assertThat(refused.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED"));
        }
    }

    @Test
    void aKeyThatWasNotUsedIsFree() {
        var principal = new Principal(SECOND, true);
        assertThat(records.isRecorded(new IdempotencyKey(principal, "order-1"))).isFalse();
    }

    @Test
    void recordsKeepTheirAgeAndCommandsAreNotTakenOver() {
        var rows = database.run(session ->
                session.sql("SELECT count(*) AS rows FROM idempotency").one(row -> row.number("rows")));
        assertThat(rows).isEqualTo(ALL.size());
        var old = database.run(session -> session.sql("SELECT count(*) AS rows FROM idempotency WHERE created_at < :at")
                .bind("at", OLD.plusSeconds(1))
                .one(row -> row.number("rows")));
        assertThat(old).isEqualTo(1);
    }
}
