package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.problem.Problem;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

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
