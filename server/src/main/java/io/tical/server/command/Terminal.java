package io.tical.server.command;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;

/** Where a person, or a script on the standard input, answers. */
interface Terminal {
    /** Asks a question; empty at the end of the input. */
    String line(String question);

    /** The same, without showing what is typed. */
    String secret(String question);

    static Terminal ofProcess() {
        var console = System.console();
        return console != null && console.isTerminal() ? of(console) : of(System.in);
    }

    private static Terminal of(Console console) {
        return new Terminal() {
            @Override
            public String line(String question) {
                var line = console.readLine("%s ", question);
                return line == null ? "" : line.strip();
            }

            @Override
            public String secret(String question) {
                var typed = console.readPassword("%s ", question);
                return typed == null ? "" : new String(typed);
            }
        };
    }

    /** Reads answers line by line and shows no questions. */
    static Terminal of(InputStream input) {
        var lines = new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()));
        return new Terminal() {
            @Override
            public String line(String question) {
                try {
                    var line = lines.readLine();
                    return line == null ? "" : line.strip();
                } catch (IOException e) {
                    throw new UncheckedIOException("the standard input cannot be read", e);
                }
            }

            @Override
            public String secret(String question) {
                return line(question);
            }
        };
    }
}
