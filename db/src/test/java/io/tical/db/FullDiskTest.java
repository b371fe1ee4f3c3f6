package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    @Test
    void aFullFileSystemAndAUsedUpQuotaAreRecognized() {
        assertThat(FullDisk.isCause(new IOException("No space left on device"))).isTrue();
        assertThat(FullDisk.isCause(new FileSystemException("/tmp/a", null, "No space left on device")))
                .isTrue();
        assertThat(FullDisk.isCause(new FileSystemException("/tmp/a", null, "Disk quota exceeded")))
                .isTrue();
        assertThat(FullDisk.isCause(new FileSystemException("/tmp/a", null, "Permission denied")))
                .isFalse();
        assertThat(FullDisk.isCause(new IOException())).isFalse();
    }

    @Test
    void aDiskIsFullAfterAFailureUntilItHasSpaceAgain(@TempDir Path folder) {
        var ample = new FullDisk(Duration.ZERO, 1);
        ample.watch(folder.resolve("made/later"));
        ample.failed("a file", new IOException("No space left on device"));
        assertThat(ample.isFull()).isFalse();

        var scarce = new FullDisk(Duration.ZERO, Long.MAX_VALUE);
        scarce.watch(folder);
        assertThat(scarce.isFull()).as("nothing has failed").isFalse();
        scarce.failed("a file", new IOException("No space left on device"));
        assertThat(scarce.isFull()).isTrue();

        var recent = new FullDisk(Duration.ofHours(1), 1);
        recent.failed("a file", new IOException("No space left on device"));
        assertThat(recent.isFull()).isTrue();
    }

    @Test
    void aTransactionThatFindsNoSpaceIsRolledBackAndKnownNotToBeCommitted() {
        try (var database = Databases.open(TestDatabase.settings())) {
            assertThat(database.fullDisk().isFull()).isFalse();
            assertThatThrownBy(() ->
                            database.transaction(session -> session.sql("""
                            DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$""").run()))
                    .isInstanceOfSatisfying(DatabaseUnavailable.class, full -> {
                        assertThat(full.diskFull()).isTrue();
                        assertThat(full.connected()).isFalse();
                    });
            assertThat(database.fullDisk().isFull()).isTrue();
            assertThat(database.answers()).isTrue();
        }
    }

    @Test
    void theDiskIsFullUntilTheFolderThatCouldNotBeWrittenHasSpace(@TempDir Path folder) {
        var scarce = new FullDisk(Duration.ZERO, Long.MAX_VALUE);
        scarce.failed("a file", folder, new IOException("No space left on device"));
        assertThat(scarce.isFull()).isTrue();

        var ample = new FullDisk(Duration.ZERO, 1);
        ample.failed("a file", folder, new IOException("No space left on device"));
        assertThat(ample.isFull()).isFalse();
    }
}
