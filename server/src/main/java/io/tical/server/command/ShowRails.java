package io.tical.server.command;

import io.tical.server.config.Options;
import io.tical.server.rail.RailsFile;
import io.tical.server.rail.SampleOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tical rails}: shows the rails, and what they would do with a payout; it sends nothing. */
@Command(
        name = "rails",
        description = {
            "Show the rails of live payouts and their rules; sends nothing.",
            "With a sample payout: the rail that is chosen, and the requests that it would get, with its secrets hidden.",
            "With an answer of a rail to it: how the answer is read."
        },
        mixinStandardHelpOptions = true)
final class ShowRails extends HomeCommand {
    @ArgGroup(exclusive = false, heading = "A sample payout:%n")
    private @Nullable Sample sample;

    @Option(
            names = "--rail",
            paramLabel = "<name>",
            description = "The rail of the requests or of the answer. Default: the chosen one")
    private @Nullable String rail;

    @Option(names = "--at", paramLabel = "<time>", description = "When, such as 2026-12-01T22:45+07:00. Default: now")
    private @Nullable String at;

    @ArgGroup(exclusive = false, heading = "An answer of the rail:%n")
    private @Nullable Given given;

    /** A payout. */
    static final class Sample {
        @Option(names = "--amount", required = true, paramLabel = "<amount>", description = "Such as 1500.00")
        private String amount = "";

        @Option(names = "--bank", required = true, paramLabel = "<code>", description = "Such as SCB")
        private String bank = "";

        @Option(names = "--currency", paramLabel = "<code>", description = "Default: THB")
        private String currency = "THB";

        @Option(names = "--account", paramLabel = "<number>", description = "Default: 1234567890")
        private String account = "1234567890";

        @Option(names = "--holder", paramLabel = "<name>", description = "Default: Somchai Jaidee")
        private String holder = "Somchai Jaidee";

        @Option(names = "--reference", paramLabel = "<text>", description = "The merchant's. Default: order-1")
        private String reference = "order-1";

        @Option(names = "--attempt", paramLabel = "<id>", description = "Default: the same one each time")
        private @Nullable UUID attempt;
    }

    /** An answer. */
    static final class Given {
        @Option(names = "--answer", required = true, paramLabel = "<file>", description = "The file of its body")
        private Path file = Path.of("");

        @Option(names = "--status", paramLabel = "<status>", description = "Default: 200")
        private int status = 200;

        @Option(names = "--poll", description = "It answers a poll, not the first request")
        private boolean poll;
    }

    @Override
    public Integer call() {
        var settings = settings();
        var file = settings.rails();
        try {
            if (sample == null) {
                list(file);
            } else {
                show(file, sample, time(new Options(settings).clock().instant()));
            }
        } catch (RailsFile.Invalid e) {
            throw invalid(e.getMessage() + ".");
        }
        out().flush();
        return 0;
    }

    private Instant time(Instant now) {
        try {
            return at == null ? now : OffsetDateTime.parse(at).toInstant();
        } catch (DateTimeException e) {
            throw invalid("--at takes a time with its offset, such as 2026-12-01T22:45+07:00.");
        }
    }

    private void list(RailsFile file) {
        if (given != null || rail != null) {
            throw invalid("Name a sample payout too: --amount and --bank.");
        }
        file.lines().forEach(out()::println);
        out().println("manual, the last resort: operators make the transfer by hand");
    }

    private void show(RailsFile file, Sample terms, Instant now) {
        var order = SampleOrder.of(
                file,
                new SampleOrder.Terms(
                        terms.currency,
                        terms.bank,
                        terms.amount,
                        terms.account,
                        terms.holder,
                        terms.reference,
                        terms.attempt),
                now);
        var route = order.route();
        var named = rail == null ? route.rail() : rail;
        if (given != null) {
            out().println(order.outcome(named, given.poll, given.status, answer(given.file)));
            return;
        }
        out().println("Chosen: rail " + route.rail() + (route.why() == null ? "" : ": " + route.why()));
        order.request(named)
                .ifPresentOrElse(
                        request -> out().println("\nIt would be sent:\n\n" + request),
                        () -> out().println("\nOperators would make this transfer by hand; nothing would be sent."));
        order.poll(named).ifPresent(poll -> out().println("\nIt would be polled:\n\n" + poll));
    }

    private byte[] answer(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw invalid(path + " cannot be read (" + e.getClass().getSimpleName() + ").");
        }
    }
}
