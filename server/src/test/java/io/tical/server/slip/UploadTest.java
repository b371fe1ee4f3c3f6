package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.http.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file arrives whole, or not at all, and never leaves anything behind. */
class UploadTest {
    private static final int BYTES_MAX = 1_000_000;

    @TempDir
    private Path folder;

    private static byte[] bytes(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private Upload receive(InputStream file) {
        return Upload.receive(file, folder.resolve("uploads"), BYTES_MAX);
    }

    private void assertNothingIsLeft() throws IOException {
        if (Files.exists(folder.resolve("uploads"))) {
            assertThat(folder.resolve("uploads")).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 131_071, 131_072, 131_073, 400_000, 999_999, 1_000_000})
    void whatArrivesCanBeReadAsOftenAsNeeded(int length) throws IOException {
        try (var upload = receive(new ByteArrayInputStream(bytes(length)))) {
            assertThat(upload.length()).isEqualTo(length);
            assertThat(upload.bytes()).isEqualTo(bytes(length));
            assertThat(upload.bytes()).isEqualTo(bytes(length));
            assertNothingIsLeft();
        }
        assertThat(Files.exists(folder.resolve("uploads"))).isEqualTo(length >= 131_072);
    }

    @Test
    void oneByteTooManyIsRefusedWithoutReadingTheRest() throws IOException {
        assertThatThrownBy(() -> receive(new ByteArrayInputStream(bytes(BYTES_MAX + 1))))
                .isInstanceOf(Problem.TooLarge.class);
        var endless = new InputStream() {
            @Override
            public int read() {
                return 7;
            }
        };
        assertThatThrownBy(() -> receive(endless)).isInstanceOf(Problem.TooLarge.class);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 500_000})
    void whatBreaksOffIsRefused(int length) throws IOException {
        var broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        };
        var file = new SequenceInputStream(new ByteArrayInputStream(bytes(length)), broken);
        assertThatThrownBy(() -> receive(file)).isInstanceOf(Problem.BrokenBody.class);
        assertNothingIsLeft();
    }
}
