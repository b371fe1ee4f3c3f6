package io.tical.server.session;

import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The username and password of a new user.
 *
 * @param username 2 to 64 characters of {@code a-z 0-9 . _ @ + -}; uppercase is converted to lowercase
 * @param password 12 to 256 characters in the form that is hashed, to which it is converted
 */
public record SignIn(String username, String password) {
    /** The longest password that is read, in characters as they are typed: several can be one of the form that is hashed. */
    public static final int TYPED_LENGTH_MAX = 1024;

    private static final int PASSWORD_LENGTH_MIN = 12;
    private static final int PASSWORD_LENGTH_MAX = 256;
    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@+-]{1,63}");

    /** @throws Problem.Invalid if the username or the password is not allowed */
    public SignIn {
        username = normal(username);
        password = Passwords.normal(password);
        var errors = new ArrayList<Problem.FieldError>();
        if (!USERNAME.matcher(username).matches()) {
            errors.add(new Problem.FieldError(
                    "username", "characters", "must have 2 to 64 letters, digits, dots, dashes, underscores, + or @"));
        }
        var length = Texts.length(password);
        if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
            errors.add(new Problem.FieldError(
                    "password",
                    "length",
                    "must have " + PASSWORD_LENGTH_MIN + " to " + PASSWORD_LENGTH_MAX + " characters"));
        }
        Problem.Invalid.check(errors);
    }

    /** The stored form of a username. */
    public static String normal(String username) {
        return username.strip().toLowerCase(Locale.ROOT);
    }

    public static Problem.Conflict taken(String username) {
        return new Problem.Conflict(
                "RESOURCE_EXISTS", "The username " + username + " is already in use; choose another one");
    }

    @Override
    public String toString() {
        return username;
    }
}
