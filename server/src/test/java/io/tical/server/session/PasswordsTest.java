package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.TestService;
import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasswordsTest {
    /** More than may wait of one source. */
    private static final int CROWD = 40;

    private final Passwords passwords = new Passwords();

    @Test
    void aHashIsArgon2idInPhcFormWithASaltOfItsOwn() {
        var hash = passwords.hash("correct horse battery");
        assertThat(hash).matches("\\$argon2id\\$v=19\\$m=19456,t=2,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
        assertThat(passwords.hash("correct horse battery")).isNotEqualTo(hash);
    }

    @Test
    void onlyTheSamePasswordIsVerified() {
        var hash = passwords.hash("pässwörd-ประเทศไทย");
        assertThat(passwords.verify("pässwörd-ประเทศไทย", hash)).isTrue();
        assertThat(passwords.verify("pässwörd-ประเทศไท", hash)).isFalse();
        assertThat(passwords.verify("", hash)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // Composed and decomposed
        "caf\u00e9-ma\u00f1ana-\u00dcn\u00efcode, cafe\u0301-man\u0303ana-U\u0308ni\u0308code",
        // SARA AM as one character, and as two with the tone mark after the ring
        "รหัสผ่านน\u0e49\u0e33ดื่ม2569, รหัสผ่านน\u0e4d\u0e49\u0e32ดื่ม2569",
        "full-width-2569, ｆｕｌｌ－ｗｉｄｔｈ－２５６９",
        "ligature-office, ligature-o\ufb03ce"
    })
    void aPasswordIsTheSameOnEveryKeyboard(String set, String typed) {
        var quick = TestService.quickPasswords();
        var hash = quick.hash(set);
        assertThat(quick.verify(typed, hash)).isTrue();
        assertThat(quick.verify(set, quick.hashUnlimited(typed))).isTrue();
        // A hash of the text as it was typed, as earlier releases made it
        assertThat(quick.verify(set, asTyped(set))).isTrue();
        assertThat(quick.verify(typed, asTyped(typed))).isTrue();
        assertThat(quick.verify(typed + "x", asTyped(typed))).isFalse();
    }

    private static String asTyped(String password) {
        var salt = "somesaltsomesalt".getBytes(StandardCharsets.UTF_8);
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withSalt(salt)
                .withMemoryAsKB(64)
                .withIterations(1)
                .withParallelism(1)
                .build());
        var hash = new byte[32];
        generator.generateBytes(password.getBytes(StandardCharsets.UTF_8), hash);
        var base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=64,t=1,p=1$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    @Test
    void theLengthOfAPasswordIsThatOfTheFormThatIsHashed() {
        // Eleven characters and an accent; twelve, and 256 of which each was typed as two
        assertThatThrownBy(() -> new SignIn("alice", "passwordxye\u0301")).isInstanceOf(Problem.Invalid.class);
        assertThat(new SignIn("alice", "passwordxyze\u0301").password()).isEqualTo("passwordxyz\u00e9");
        assertThat(new SignIn("alice", "e\u0301".repeat(256)).password()).hasSize(256);
        assertThatThrownBy(() -> new SignIn("alice", "e\u0301".repeat(257))).isInstanceOf(Problem.Invalid.class);
    }

    @Test
    void aHashMadeByTheReferenceImplementationIsVerifiedWithItsOwnParameters() {
        // The phc-winner-argon2 project's test suite: argon2id, v=19, t=2, m=65536, p=1, "password", "somesalt".
        var hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
        assertThat(passwords.verify("password", hash)).isTrue();
        assertThat(passwords.verify("Password", hash)).isFalse();
    }

    @Test
    void theStartOfTheServiceIsNotRefusedWhileManyWait() throws Exception {
        var hash = passwords.hash("correct horse battery");
        var refused = new AtomicInteger();
        try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CROWD; i++) {
                crowd.submit(() -> {
                    try {
                        return passwords.verify("wrong", hash);
                    } catch (Problem.Unavailable tooMany) {
                        refused.incrementAndGet();
                        throw tooMany;
                    }
                });
            }
            await().untilAsserted(() -> assertThat(refused).hasPositiveValue());
            assertThat(passwords.hashUnlimited("correct horse battery")).isNotEqualTo(hash);
        }
        assertThat(passwords.verify("correct horse battery", passwords.hashUnlimited("correct horse battery")))
                .isTrue();
    }

    @Test
    void aTextThatIsNoHashIsAFaultAndNotAWrongPassword() {
        assertThatThrownBy(() -> passwords.verify("x", "plain")).isInstanceOf(IllegalStateException.class);
    }
}
