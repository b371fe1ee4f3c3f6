package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.key.TransactionKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slip that was put is there, whole, for its organization and environment, until it is deleted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipStorageTest {
    private Database database;

    @TempDir
    private Path place;

    @BeforeAll
    void open() {
        database = TestDatabase.open();
    }

    @AfterAll
    void close() {
        database.close();
    }

    private SlipStorage storage(boolean inDirectory) {
        return SlipStorage.of(database, inDirectory ? place.resolve("slips") : null);
    }

    private static TransactionKey key() {
        return new TransactionKey(UUID.randomUUID(), true, Ids.next());
    }

    private static byte[] bytes(int length, long seed) {
        var bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoredPictureIsReadUntilItIsDeleted(boolean inDirectory) {
        var storage = storage(inDirectory);
        var key = key();
        assertThat(storage.get(key)).isEmpty();
        storage.delete(key);

        storage.put(key, bytes(700_000, 1));
        assertThat(storage.get(key)).hasValue(bytes(700_000, 1));
        assertThat(storage(inDirectory).get(key)).hasValue(bytes(700_000, 1));

        storage.put(key, bytes(5, 2));
        assertThat(storage.get(key)).hasValue(bytes(5, 2));

        storage.delete(key);
        assertThat(storage.get(key)).isEmpty();
        assertThat(database.activeConnections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherOrganizationAndAnotherEnvironmentHaveTheirOwn(boolean inDirectory) {
        var storage = storage(inDirectory);
        var key = key();
        storage.put(key, bytes(9, 3));
        var otherEnvironment = new TransactionKey(key.organizationId(), false, key.id());
        var otherOrganization = new TransactionKey(UUID.randomUUID(), true, key.id());

        assertThat(storage.get(otherEnvironment)).isEmpty();
        assertThat(storage.get(otherOrganization)).isEmpty();
        storage.put(otherEnvironment, bytes(9, 4));
        storage.delete(otherOrganization);
        assertThat(storage.get(key)).hasValue(bytes(9, 3));
        assertThat(storage.get(otherEnvironment)).hasValue(bytes(9, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadDuringAReplacementReturnsOneOfBoth(boolean inDirectory) {
        var storage = storage(inDirectory);
        var key = key();
        storage.put(key, bytes(300_000, 5));
        var seen = IntStream.range(0, 40)
                .parallel()
                .mapToObj(turn -> {
                    if (turn % 4 == 0) {
                        storage.put(key, bytes(300_000, turn % 8 == 0 ? 5 : 6));
                    }
                    return storage.get(key).orElseThrow();
                })
                .toList();
        assertThat(seen).allSatisfy(file -> assertThat(file).isIn(bytes(300_000, 5), bytes(300_000, 6)));
    }

    @Test
    void aFolderHoldsFilesOfTheServicesUserOnlyAndFewInEach() throws IOException {
        var folder = place.resolve("fan");
        var storage = SlipStorage.of(database, folder);
        var organization = UUID.randomUUID();
        for (int slip = 0; slip < 30; slip++) {
            storage.put(new TransactionKey(organization, false, Ids.next()), bytes(10, slip));
        }
        var folders = new HashSet<Path>();
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList()) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                assertThat(mode).as(path.toString()).isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
                if (Files.isRegularFile(path)) {
                    folders.add(path.getParent());
                    assertThat(folder.relativize(path).toString())
                            .matches(organization + "/test/[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f-]{36}\\.jpg");
                }
            }
        }
        assertThat(folders).hasSizeGreaterThan(20);
    }

    @Test
    void anIncompleteFileOfADeadProcessIsDeletedLater() throws IOException {
        var folder = place.resolve("left");
        var storage = SlipStorage.of(database, folder);
        var key = key();
        storage.put(key, bytes(10, 1));
        var old = Files.write(folder.resolve("incoming/old.part"), bytes(10, 2));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        var recent = Files.write(folder.resolve("incoming/recent.part"), bytes(10, 3));

        assertThat(SlipStorage.of(database, folder).get(key)).hasValue(bytes(10, 1));
        assertThat(old).doesNotExist();
        assertThat(recent).exists();
    }

    @Test
    void aFolderThatCannotBeWrittenToSaysWhatToDo() throws IOException {
        var file = Files.writeString(place.resolve("a-file"), "");
        assertThatThrownBy(() -> SlipStorage.of(database, file.resolve("slips")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("TICAL_SLIP_DIRECTORY")
                .hasMessageContaining("let the service's user write there");
    }
}
