package io.tical.server.command;

import io.tical.server.TestService;
import io.tical.server.lost.LostModule;
import io.tical.server.outward.OutwardModule;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What {@code ./tical fence} prints. */
public final class FenceCommand {
    private FenceCommand() {}

    /** @param status the exit status */
    public record Printed(String text, int status) {}

    /** Runs it beside a service. */
    public static Printed run(TestService service) {
        var text = new StringWriter();
        var status = service.byCommand(modules -> new PrintedFence(
                        modules.get(LostModule.class), modules.get(OutwardModule.class), new PrintWriter(text, true))
                .run());
        return new Printed(text.toString(), status);
    }
}
