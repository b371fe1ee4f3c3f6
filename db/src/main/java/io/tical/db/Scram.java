package io.tical.db;

import java.security.SecureRandom;
import org.postgresql.util.PasswordUtil;

/**
 * The form in which PostgreSQL stores the passwords that this service generates. They have at least 192 bits and cannot be guessed, so one
 * iteration of the hash is sufficient. The default of 4,096 iterations would only delay every connection, by milliseconds in a process that
 * has just started.
 */
final class Scram {
    private static final int ITERATIONS = 1;
    private static final int SALT_BYTES = 16;

    private Scram() {}

    /**
     * The verifier of a password. PostgreSQL stores it, and accepts it instead of the password, so that the password is never sent or
     * logged.
     */
    static String verifier(String password) {
        var salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return PasswordUtil.encodeScramSha256(password.toCharArray(), ITERATIONS, salt);
    }
}
