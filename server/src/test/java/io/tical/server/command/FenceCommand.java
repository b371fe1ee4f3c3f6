package io.tical.server.command;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** What {@code ./tical fence} prints. */
public final class FenceCommand {
    private FenceCommand() {}

    /** @param status the exit status */
    public record Printed(String text, int status) {}

    /** Runs it beside a service. */
    public static Printed run(TestService service) {
        var text = new StringWriter();
        var status = service.byCommand(
                modules -> PrintedFence.of(modules, new PrintWriter(text, true)).run());
        return new Printed(text.toString(), status);
    }

    /** Runs one of its decisions as an operator, who says yes to it and signs in with the password only. */
    public static Printed decide(TestService service, OperatorClient operator, String... arguments) {
        var password = password(operator);
        return typed(service, operator.username(), List.of(password, "yes", password), arguments);
    }

    public static String password(OperatorClient operator) {
        return "the password of " + operator.username();
    }

    /** Runs one of its decisions with these lines of standard input; returns what both outputs have. */
    public static Printed typed(TestService service, String username, List<String> lines, String... arguments) {
        var options = Stream.of("--as", username, "--stdin", "--at", "http://127.0.0.1:" + service.adminPort());
        return execute(lines, Stream.concat(Stream.of(arguments), options).toArray(String[]::new));
    }

    static Printed execute(List<String> lines, String... arguments) {
        var text = new StringWriter();
        var in = new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        var status = Main.commands(in)
                .setOut(new PrintWriter(text, true))
                .setErr(new PrintWriter(text, true))
                .execute(Stream.concat(Stream.of("fence"), Stream.of(arguments)).toArray(String[]::new));
        return new Printed(text.toString(), status);
    }
}
