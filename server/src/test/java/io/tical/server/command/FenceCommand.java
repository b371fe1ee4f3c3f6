package io.tical.server.command;

import io.tical.server.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What {@code ./tical fence} prints. */
public final class FenceCommand {
    private FenceCommand() {}

    /** @param status the exit status */
    public record Printed(String text, int status) {}

    /** Runs it beside a service. */
    public static Printed run(TestService service) {
        var tical = service.tical();
        var text = new StringWriter();
        var status = new PrintedFence(tical.lost(), tical.outward(), new PrintWriter(text, true)).run();
        return new Printed(text.toString(), status);
    }
}
