package io.tical.server.rail;

import io.tical.server.metric.Calls;
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

/**
 * Slip verification and holder lookup: simulators for test keys, the configured services for live keys, with the
 * connections to them.
 */
public final class Verifiers implements AutoCloseable {
    private static final String SIMULATOR = "simulator";

    private final List<Upstream> upstreams = new ArrayList<>();
    private final SimulatorAnswers simulator;
    private final MeteredVerifier testSlips;
    private final @Nullable MeteredVerifier liveSlips;
    private final @Nullable SlipVerifier livePayinSlips;
    private final MeteredLookup testHolders;
    private final @Nullable MeteredLookup liveHolders;

    /**
     * The settings of live slip verification.
     *
     * @param service off, simulator, slipok, easyslip, easyslip2 or scb
     * @param url the URL of the service; empty for its public URL
     */
    public record SlipOptions(String service, String url, String key, String secret, String branch) {}

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
    public record HolderOptions(
            String service, String url, String token, String body, List<String> name, List<String> unknown) {}

    /** @param simulator the answers of the simulators */
    public Verifiers(SlipOptions slips, HolderOptions holders, SimulatorAnswers simulator, Clock clock) {
        this.simulator = simulator;
        var simulatedSlips = new SimulatorSlipVerifier(simulator, clock);
        var simulatedHolders = new SimulatorHolderLookup(simulator);
        var slipVerifier = switch (slips.service()) {
            case SIMULATOR -> simulatedSlips;
            case "slipok" ->
                new SlipOkVerifier(
                        upstream("SlipOK", slips.url(), "https://api.slipok.com"), slips.branch(), slips.key());
            case "easyslip" ->
                new EasySlipVerifier(
                        upstream("EasySlip", slips.url(), "https://developer.easyslip.com"), true, slips.key());
            case "easyslip2" ->
                new EasySlipVerifier(upstream("EasySlip", slips.url(), "https://api.easyslip.com"), false, slips.key());
            case "scb" -> new ScbVerifier(upstream("SCB", slips.url(), ""), slips.key(), slips.secret(), clock);
            default -> null;
        };
        var holderLookup = switch (holders.service()) {
            case SIMULATOR -> simulatedHolders;
            case "http" -> new HttpHolderLookup(upstream("the holder lookup", holders.url(), ""), holders);
            default -> null;
        };
        testSlips = MeteredVerifier.of(simulatedSlips, "test");
        liveSlips = slipVerifier == null ? null : MeteredVerifier.of(slipVerifier, "live");
        // One operator alone must not change what happens to live money.
        livePayinSlips = liveSlips != null && slips.service().equals(SIMULATOR)
                ? new MeteredVerifier(new SimulatorSlipVerifier(new SimulatorAnswers(), clock), liveSlips.calls())
                : liveSlips;
        testHolders = MeteredLookup.of(simulatedHolders, "test");
        liveHolders = holderLookup == null ? null : MeteredLookup.of(holderLookup, "live");
        var simulated = slips.service().equals(SIMULATOR) || holders.service().equals(SIMULATOR);
        LoggerFactory.getLogger(Verifiers.class)
                .atLevel(simulated ? Level.WARN : Level.INFO)
                .log(
                        "Verification: test slips and holders are simulated; live slips: {}; live holders: {}{}",
                        slips.service().replace(SIMULATOR, "SIMULATED"),
                        holders.service().replace(SIMULATOR, "SIMULATED"),
                        simulated ? ". Simulated results for live payments are not real" : "");
    }

    private Upstream upstream(String name, String url, String publicUrl) {
        var upstream = new Upstream(name, URI.create(url.isEmpty() ? publicUrl : url), Upstream.Limits.USUAL);
        upstreams.add(upstream);
        return upstream;
    }

    /** For the slips of payins. A simulator of live ones has its usual answers, whatever operators set. Empty if only staff verify them. */
    public Optional<SlipVerifier> payinSlips(boolean livemode) {
        return Optional.ofNullable(livemode ? livePayinSlips : testSlips);
    }

    /** For slips that merchants have verified, which moves no money. Empty if there is no service in this environment. */
    public Optional<SlipVerifier> slips(boolean livemode) {
        return Optional.ofNullable(livemode ? liveSlips : testSlips);
    }

    /** Empty if holder lookup is disabled in this environment. */
    public Optional<HolderLookup> holders(boolean livemode) {
        return Optional.ofNullable(livemode ? liveHolders : testHolders);
    }

    /** The answers of the simulators of this node, which operators can change. */
    public SimulatorAnswers simulator() {
        return simulator;
    }

    /** The metrics of their calls. */
    Stream<Calls<?>> calls() {
        return Stream.concat(
                Stream.of(testSlips, liveSlips).filter(Objects::nonNull).map(MeteredVerifier::calls),
                Stream.of(testHolders, liveHolders).filter(Objects::nonNull).map(MeteredLookup::calls));
    }

    @Override
    public void close() {
        upstreams.forEach(Upstream::close);
    }
}
