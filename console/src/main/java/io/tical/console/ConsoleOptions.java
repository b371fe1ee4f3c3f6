package io.tical.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of the command line. A password is none of them, because other users of a computer can read command lines.
 *
 * @param address of the service's admin socket; null for the remembered one
 * @param user who signs in; null for the remembered one, or with a credentials file for its administrator
 * @param credentials the file with the operators' passwords, which signs in; null to ask
 */
record ConsoleOptions(
        Task task,
        @Nullable String address,
        @Nullable String user,
        @Nullable Path credentials) {
    static final String USAGE = """
            Usage: ./tical console [options]

              --demo                start a demo service, sign in to it, and stop it with the window
              --address <address>   the service's admin socket, such as http://127.0.0.1:8082
              --user <name>         the user name
              --credentials <file>  sign in with the password in this credentials.json; by default as admin
              --version             print the version
              --self-check          open the sign-in window without a display, and end
              --help                print this help
            """;

    /** What the program does. */
    enum Task {
        OPEN,
        SELF_CHECK,
        VERSION,
        HELP
    }

    /** What the command line asks for is not possible. The message says why; the cause is a file that cannot be read. */
    static final class Invalid extends Exception {
        Invalid(String message) {
            super(message);
        }

        Invalid(String message, IOException unreadable) {
            super(message, unreadable);
        }
    }

    static ConsoleOptions parse(List<String> arguments) throws Invalid {
        var task = Task.OPEN;
        String address = null;
        String user = null;
        Path credentials = null;
        for (var at = arguments.iterator(); at.hasNext(); ) {
            var option = at.next();
            switch (option) {
                case "--self-check" -> task = Task.SELF_CHECK;
                case "--version" -> task = Task.VERSION;
                case "--help", "-h" -> task = Task.HELP;
                case "--address", "--user", "--credentials" -> {
                    if (!at.hasNext()) {
                        throw new Invalid(option + " needs a value.");
                    }
                    var value = at.next();
                    switch (option) {
                        case "--address" -> address = value;
                        case "--user" -> user = value;
                        default -> credentials = Path.of(value);
                    }
                }
                default -> throw new Invalid("There is no option " + option + ".");
            }
        }
        return new ConsoleOptions(task, address, user, credentials);
    }
}
