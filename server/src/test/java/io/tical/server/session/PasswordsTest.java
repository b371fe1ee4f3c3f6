package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PasswordsTest {
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
    void whatIsNoHashIsAFaultAndNotAWrongPassword() {
        assertThatThrownBy(() -> passwords.verify("x", "plain")).isInstanceOf(IllegalStateException.class);
    }
}
