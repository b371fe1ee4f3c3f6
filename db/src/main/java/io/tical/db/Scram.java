package io.tical.db;

import java.security.SecureRandom;
import org.postgresql.util.PasswordUtil;

/**
 * How PostgreSQL keeps the passwords that this service generates. They have 192 bits or more, so that nobody finds one by
 * trying, and one iteration of the hash protects them as well as the usual 4,096: those only delay every connection, by
 * milliseconds each in a process that has just started.
 */
final class Scram {
    private static final int ITERATIONS = 1;
    private static final int SALT_BYTES = 16;

    private Scram() {}

    /** What PostgreSQL stores of a password, and accepts in its place, so that the password itself is never sent or logged. */
    static String verifier(String password) {
        var salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return PasswordUtil.encodeScramSha256(password.toCharArray(), ITERATIONS, salt);
    }
}
