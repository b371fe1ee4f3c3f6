package io.tical.server.command;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What an operator types. Both methods throw {@link Ended} if nothing more comes. */
sealed interface Typed {
    /** A line that is shown while it is typed. */
    String line(String question);

    /** A password or a code, which is not shown while it is typed. */
    String secret(String question);

    /** At a terminal. */
    record Terminal(Console console) implements Typed {
        @Override
        public String line(String question) {
            return present(console.readLine("%s", question)).strip();
        }

        @Override
        public String secret(String question) {
            return new String(present(console.readPassword("%s", question)));
        }
    }

    /** For scripts: the lines of standard input, in UTF-8. Questions are not printed. */
    record Lines(BufferedReader lines) implements Typed {
        static Lines of(InputStream in) {
            return new Lines(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
        }

        @Override
        public String line(String question) {
            return secret(question).strip();
        }

        @Override
        public String secret(String question) {
            try {
                return present(lines.readLine());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static <T> T present(@Nullable T typed) {
        if (typed == null) {
            throw new Ended();
        }
        return typed;
    }

    /** Nothing more comes. */
    final class Ended extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        Ended() {
            super("The input ended before everything was answered. What was not confirmed was not sent.");
        }
    }
}
