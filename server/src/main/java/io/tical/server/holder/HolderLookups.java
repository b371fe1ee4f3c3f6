package io.tical.server.holder;

import io.tical.server.metric.Calls;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.Upstream;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Holder lookup: the simulator for test keys, the configured service for live keys, with the connection to it. */
public final class HolderLookups implements AutoCloseable {
    private final @Nullable Upstream upstream;
    private final MeteredLookup test;
    private final @Nullable MeteredLookup live;

    /**
     * The settings of live holder lookup.
     *
     * @param service off, simulator or http
     * @param token the bearer token, or empty
     * @param body the JSON to send; {@code {bank}} is replaced by the bank's abbreviation, {@code {bank_number}} by its
     *     number (the abbreviation if it has none) and {@code {account}} by the account number
     * @param name JSON pointers to the name in the response; the first one with a text is used
     * @param unknown statuses, or JSON pointers with a value, that report an unknown account
     */
    public record Options(
            String service, String url, String token, String body, List<String> name, List<String> unknown) {}

    /** @param simulator the answers of the simulator */
    public HolderLookups(Options options, SimulatorAnswers simulator) {
        var simulated = new SimulatorHolderLookup(simulator);
        upstream = options.service().equals("http")
                ? new Upstream("the holder lookup", URI.create(options.url()), Upstream.Limits.USUAL)
                : null;
        var liveIsSimulated = options.service().equals("simulator");
        var lookup = upstream != null ? new HttpHolderLookup(upstream, options) : liveIsSimulated ? simulated : null;
        test = MeteredLookup.of(simulated, "test");
        live = lookup == null ? null : MeteredLookup.of(lookup, "live");
        LoggerFactory.getLogger(HolderLookups.class)
                .atLevel(liveIsSimulated ? Level.WARN : Level.INFO)
                .log(
                        "Holder lookup: test holders are simulated; live holders: {}",
                        liveIsSimulated
                                ? "SIMULATED. Simulated results for live payments are not real"
                                : options.service());
    }

    /** Empty if holder lookup is disabled in this environment. */
    Optional<HolderLookup> of(boolean livemode) {
        return Optional.ofNullable(livemode ? live : test);
    }

    /** The metrics of their calls. */
    List<Calls<?>> calls() {
        return Stream.of(test, live)
                .filter(Objects::nonNull)
                .<Calls<?>>map(MeteredLookup::calls)
                .toList();
    }

    @Override
    public void close() {
        if (upstream != null) {
            upstream.close();
        }
    }
}
