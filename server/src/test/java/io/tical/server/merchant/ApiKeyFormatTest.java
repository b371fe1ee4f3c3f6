package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class ApiKeyFormatTest {
    @Test
    void aKeyIsItsEnvironmentThirtyTwoRandomCharactersAndAChecksum() {
        var seen = new HashSet<String>();
        for (int i = 0; i < 1_000; i++) {
            var livemode = i % 2 == 0;
            var key = ApiKeyFormat.generate(livemode);
            assertThat(key).matches((livemode ? "sk_live_" : "sk_test_") + "[0-9A-Za-z]{38}");
            assertThat(ApiKeyFormat.wellFormed(key)).isTrue();
            assertThat(seen.add(key)).isTrue();
        }
    }

    @Test
    void theChecksumIsTheCrc32OfAllBeforeItInBase62() {
        var key = ApiKeyFormat.generate(false);
        var crc = new CRC32();
        crc.update(key.substring(0, 40).getBytes(StandardCharsets.US_ASCII));
        var digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        long value = 0;
        for (var c : key.substring(40).toCharArray()) {
            value = value * 62 + digits.indexOf(c);
        }
        assertThat(value).isEqualTo(crc.getValue());
    }

    @Test
    void everySingleTypingErrorIsSeen() {
        var seed = System.nanoTime();
        var errors = new Random(seed);
        var key = ApiKeyFormat.generate(true);
        for (int i = 0; i < key.length(); i++) {
            var typed = new StringBuilder(key);
            typed.setCharAt(i, key.charAt(i) == 'x' ? 'y' : 'x');
            assertThat(ApiKeyFormat.wellFormed(typed.toString())).isFalse();
            typed.setCharAt(i, (char) (errors.nextInt(0x2000) + 0x80));
            assertThat(ApiKeyFormat.wellFormed(typed.toString()))
                    .as("seed %d", seed)
                    .isFalse();
            assertThat(ApiKeyFormat.wellFormed(
                            new StringBuilder(key).deleteCharAt(i).toString()))
                    .isFalse();
            assertThat(ApiKeyFormat.wellFormed(
                            new StringBuilder(key).insert(i, '0').toString()))
                    .isFalse();
        }
        assertThat(ApiKeyFormat.wellFormed("")).isFalse();
        assertThat(ApiKeyFormat.wellFormed(key.replace("sk_live_", "sk_test_"))).isFalse();
        assertThat(ApiKeyFormat.wellFormed(" " + key)).isFalse();
    }

    @Test
    void signingSecretsOfRequestsHaveTheirForm() {
        assertThat(SigningSecrets.request()).matches("hs_[A-Za-z0-9_-]{43}");
    }
}
