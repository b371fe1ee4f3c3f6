package io.tical.server.slip;

import io.tical.server.metric.Calls;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.Upstream;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Slip verification: the simulator for test keys, the configured service for live keys, with the connection to it. */
public final class SlipVerifiers implements AutoCloseable {
    private static final String SIMULATOR = "simulator";

    private final List<Upstream> upstreams = new ArrayList<>();
    private final MeteredVerifier test;
    private final @Nullable MeteredVerifier live;
    private final @Nullable SlipVerifier liveOfPayins;

    /**
     * The settings of live slip verification.
     *
     * @param service off, simulator, slipok, easyslip, easyslip2 or scb
     * @param url the URL of the service; empty for its public URL
     */
    public record Options(String service, String url, String key, String secret, String branch) {}

    /** @param simulator the answers of the simulator */
    public SlipVerifiers(Options options, SimulatorAnswers simulator, Clock clock) {
        var simulated = new SimulatorSlipVerifier(simulator, clock);
        var liveIsSimulated = options.service().equals(SIMULATOR);
        var verifier = switch (options.service()) {
            case SIMULATOR -> simulated;
            case "slipok" ->
                new SlipOkVerifier(
                        upstream("SlipOK", options.url(), "https://api.slipok.com"), options.branch(), options.key());
            case "easyslip" ->
                new EasySlipVerifier(
                        upstream("EasySlip", options.url(), "https://developer.easyslip.com"), true, options.key());
            case "easyslip2" ->
                new EasySlipVerifier(
                        upstream("EasySlip", options.url(), "https://api.easyslip.com"), false, options.key());
            case "scb" -> new ScbVerifier(upstream("SCB", options.url(), ""), options.key(), options.secret(), clock);
            default -> null;
        };
        test = MeteredVerifier.of(simulated, "test");
        live = verifier == null ? null : MeteredVerifier.of(verifier, "live");
        // One operator alone must not change what happens to live money.
        liveOfPayins = live != null && liveIsSimulated
                ? new MeteredVerifier(new SimulatorSlipVerifier(new SimulatorAnswers(), clock), live.calls())
                : live;
        LoggerFactory.getLogger(SlipVerifiers.class)
                .atLevel(liveIsSimulated ? Level.WARN : Level.INFO)
                .log(
                        "Slip verification: test slips are simulated; live slips: {}",
                        liveIsSimulated
                                ? "SIMULATED. Simulated results for live payments are not real"
                                : options.service());
    }

    private Upstream upstream(String name, String url, String publicUrl) {
        var upstream = new Upstream(name, URI.create(url.isEmpty() ? publicUrl : url), Upstream.Limits.USUAL);
        upstreams.add(upstream);
        return upstream;
    }

    /** For the slips of payins. A simulator of live ones has its usual answers, whatever operators set. Empty if only staff verify them. */
    Optional<SlipVerifier> ofPayins(boolean livemode) {
        return Optional.ofNullable(livemode ? liveOfPayins : test);
    }

    /** For slips that merchants have verified, which moves no money. Empty if there is no service in this environment. */
    Optional<SlipVerifier> ofMerchants(boolean livemode) {
        return Optional.ofNullable(livemode ? live : test);
    }

    /** The metrics of their calls. */
    List<Calls<?>> calls() {
        return Stream.of(test, live)
                .filter(Objects::nonNull)
                .<Calls<?>>map(MeteredVerifier::calls)
                .toList();
    }

    @Override
    public void close() {
        upstreams.forEach(Upstream::close);
    }
}
