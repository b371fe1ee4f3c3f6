package io.tical.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    @TempDir
    private Path home;

    @Test
    void theKeyIsMadeOnceReadableByItsOwnerAlone() throws IOException {
        var first = Secrets.load(null, home.resolve("new"));
        var file = home.resolve("new/master.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Base64.getDecoder().decode(Files.readString(file).strip())).hasSize(32);
        assertThat(Secrets.load("  ", home.resolve("new")).derive("x")).isEqualTo(first.derive("x"));
        try (var files = Files.list(home.resolve("new"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void processesThatStartTogetherEndWithOneKey() throws InterruptedException {
        var keys = ConcurrentHashMap.<String>newKeySet();
        var threads = java.util.stream.IntStream.range(0, 16)
                .mapToObj(i -> Thread.ofPlatform()
                        .start(() -> keys.add(Base64.getEncoder()
                                .encodeToString(Secrets.load(null, home).derive("x")))))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(keys).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"not base64!", "c2hvcnQ=", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void aBadKeyIsOneSentenceThatDoesNotRepeatIt(String bad) {
        assertThatThrownBy(() -> Secrets.load(bad, home))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TICAL_MASTER_KEY")
                .hasMessageContaining("openssl rand -base64 32")
                .message()
                .doesNotContain(bad)
                .doesNotContain("\n");
    }

    @Test
    void aBadKeyFileIsNamed() throws IOException {
        Files.writeString(home.resolve("master.key"), "");
        assertThatThrownBy(() -> Secrets.load(null, home))
                .hasMessageContaining("master.key")
                .hasMessageContaining("0 bytes");
    }

    @Test
    void everyPurposeHasItsOwnKey() {
        var secrets = Secrets.load(KEY, home);
        assertThat(secrets.derive("cursor"))
                .hasSize(32)
                .isEqualTo(Secrets.load(KEY, home).derive("cursor"));
        assertThat(secrets.derive("cursor")).isNotEqualTo(secrets.derive("seal"));
        assertThat(Files.exists(home.resolve("master.key"))).isFalse();
    }

    @Test
    void aSecretOfOneOrganizationOpensForItAlone() {
        var secrets = Secrets.load(KEY, home);
        var mine = UUID.randomUUID();
        var plain = "hs_secret".getBytes(StandardCharsets.UTF_8);
        var sealed = secrets.seal(mine, plain);
        assertThat(secrets.open(mine, sealed)).isEqualTo(plain);
        assertThat(sealed).hasSize(1 + 12 + plain.length + 16).startsWith((byte) 1);
        assertThat(secrets.seal(mine, plain)).isNotEqualTo(sealed);
        assertThatThrownBy(() -> secrets.open(UUID.randomUUID(), sealed)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Secrets.load(null, home).open(mine, sealed)).isInstanceOf(IllegalStateException.class);
        for (int i = 0; i < sealed.length; i++) {
            var changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> secrets.open(mine, changed)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> secrets.open(mine, new byte[0])).isInstanceOf(IllegalStateException.class);
        assertThat(secrets.open(mine, secrets.seal(mine, new byte[0]))).isEmpty();
    }
}
