package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

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
}
