package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The codes of authenticator apps, and the recovery codes that stand in for them. */
class TotpTest {
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.ofEpochSecond(1_111_111_109);

    /** Appendix B of RFC 6238: the last six of its eight digits. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void codesAreThoseOfTheStandard(long second, String code) {
        assertThat(Totp.code(SECRET, Totp.step(Instant.ofEpochSecond(second)))).isEqualTo(code);
    }

    /** Section 10 of RFC 4648. */
    @ParameterizedTest
    @CsvSource({"f, MY", "fo, MZXQ", "foo, MZXW6", "foob, MZXW6YQ", "fooba, MZXW6YTB", "foobar, MZXW6YTBOI"})
    void secretsAreWrittenInBase32(String plain, String written) {
        assertThat(Totp.base32(plain.getBytes(StandardCharsets.US_ASCII))).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource({"-2, false", "-1, true", "0, true", "1, true", "2, false"})
    void aClockMayBeOneStepSlowOrFast(long off, boolean accepted) {
        var step = Totp.step(NOW) + off;
        assertThat(Totp.accepted(SECRET, Totp.code(SECRET, step), NOW, 0).isPresent())
                .isEqualTo(accepted);
    }

    @Test
    void aCodeIsAcceptedOnceAndNoneOfAnEarlierStepAfterIt() {
        var step = Totp.step(NOW);
        assertThat(Totp.accepted(SECRET, Totp.code(SECRET, step), NOW, step)).isEmpty();
        assertThat(Totp.accepted(SECRET, Totp.code(SECRET, step - 1), NOW, step))
                .isEmpty();
        assertThat(Totp.accepted(SECRET, Totp.code(SECRET, step + 1), NOW, step))
                .hasValue(step + 1);
    }

    @Test
    void recoveryCodesDifferAndAreReadHoweverTheyAreWritten() {
        var codes = RecoveryCodes.fresh();
        assertThat(new HashSet<>(codes)).hasSize(RecoveryCodes.COUNT);
        assertThat(codes).allSatisfy(code -> {
            assertThat(code).matches("[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}");
            assertThat(RecoveryCodes.looksLike(SecondFactors.plain(" " + code.toUpperCase(java.util.Locale.ROOT))))
                    .isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "123456",
                "๑๒๓๔๕๖",
                "１２３４５６",
                "\u200b123456",
                "123 456",
                "123\u00a0456",
                "\ufeff12\u200d34\u206056\u00ad",
                "١٢٣٤٥٦",
                "123-456",
                "123456\ufe0f"
            })
    void aCodeIsReadWhateverDigitsAndUnseenCharactersItHas(String typed) {
        assertThat(SecondFactors.plain(typed)).isEqualTo("123456");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k3pzq-8w2mh", "K3PZQ8W2MH", "ｋ３ｐｚｑ－８ｗ２ｍｈ", "k๓pzq\u200b-๘w๒mh"})
    void soIsARecoveryCode(String typed) {
        assertThat(SecondFactors.plain(typed)).isEqualTo("k3pzq8w2mh");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 | Chrome on Windows",
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0 | Edge on Windows",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15 | Safari on macOS",
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 | Firefox on Linux",
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36 | Chrome on Android",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143 Mobile/15E148 | Chrome on iPhone",
                "Mozilla/5.0 (Something) | A browser",
                "curl/8.5.0 | curl",
                "<script> | Unknown program",
            })
    void browsersHaveNames(String userAgent, String name) {
        assertThat(BrowserName.of(userAgent)).isEqualTo(name);
    }

    @Test
    void aClientThatSaysNothingIsUnknown() {
        assertThat(BrowserName.of(null)).isEqualTo("Unknown program");
    }
}
