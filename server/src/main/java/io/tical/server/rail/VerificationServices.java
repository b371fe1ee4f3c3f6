package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured slip verification and holder lookup, with the connections to external services. */
public final class VerificationServices implements AutoCloseable {
    private static final String SLIPOK = "https://api.slipok.com";
    private static final String EASYSLIP = "https://developer.easyslip.com";
    private static final String EASYSLIP_2 = "https://api.easyslip.com";

    private static final Logger LOG = LoggerFactory.getLogger(VerificationServices.class);

    private final Options options;
    private final Clock clock;
    private final List<Upstream> upstreams = new ArrayList<>();
    private final SimulatorAnswers simulator = new SimulatorAnswers();
    private final Verifiers verifiers;

    /** The settings of slip verification and holder lookup. */
    public record Options(SlipOptions slips, HolderOptions holders) {}

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
     * @param body the request body
     * @param name JSON pointers to the name in the response
     * @param unknown statuses, or JSON pointers with a value, that report an unknown account
     */
    public record HolderOptions(
            String service, String url, String token, String body, List<String> name, List<String> unknown) {}

    public VerificationServices(Options options, Clock clock) {
        this.options = options;
        this.clock = clock;
        var simulatedSlips = new SimulatorSlipVerifier(simulator, clock);
        var simulatedHolders = new SimulatorHolderLookup(simulator);
        var slips = slips(simulatedSlips);
        var holders = holders(simulatedHolders);
        verifiers = new Verifiers(simulatedSlips, slips, simulatedHolders, holders);
        announce(slips, holders);
    }

    Verifiers verifiers() {
        return verifiers;
    }

    /** The answers of the simulators, which operators can change. */
    SimulatorAnswers simulator() {
        return simulator;
    }

    private @Nullable SlipVerifier slips(SlipVerifier simulated) {
        var slips = options.slips();
        return switch (slips.service()) {
            case "simulator" -> simulated;
            case "slipok" -> new SlipOkVerifier(slipUpstream("SlipOK", SLIPOK), slips.branch(), slips.key());
            case "easyslip" -> new EasySlip1Verifier(slipUpstream("EasySlip", EASYSLIP), slips.key());
            case "easyslip2" -> new EasySlip2Verifier(slipUpstream("EasySlip", EASYSLIP_2), slips.key());
            case "scb" -> new ScbVerifier(slipUpstream("SCB", ""), slips.key(), slips.secret(), clock);
            default -> null;
        };
    }

    private @Nullable HolderLookup holders(HolderLookup simulated) {
        var holders = options.holders();
        return switch (holders.service()) {
            case "simulator" -> simulated;
            case "http" ->
                new HttpHolderLookup(
                        upstream("the holder lookup", holders.url()),
                        holders.token(),
                        new HttpHolderLookup.Mapping(
                                holders.body(),
                                holders.name().stream()
                                        .map(JsonPointer::compile)
                                        .toList(),
                                holders.unknown().stream()
                                        .map(VerificationServices::sign)
                                        .toList()));
            default -> null;
        };
    }

    private static HttpHolderLookup.Sign sign(String entry) {
        var equals = entry.indexOf('=');
        return equals < 0
                ? new HttpHolderLookup.Sign.Status(Integer.parseInt(entry))
                : new HttpHolderLookup.Sign.Field(
                        JsonPointer.compile(entry.substring(0, equals)), entry.substring(equals + 1));
    }

    private Upstream slipUpstream(String name, String publicAddress) {
        var url = options.slips().url();
        return upstream(name, url.isEmpty() ? publicAddress : url);
    }

    private Upstream upstream(String name, String url) {
        var upstream = new Upstream(name, URI.create(url), Upstream.Limits.USUAL);
        upstreams.add(upstream);
        return upstream;
    }

    private static void announce(@Nullable SlipVerifier slips, @Nullable HolderLookup holders) {
        var line = "Verification: test slips and holders are simulated; live slips: {}; live holders: {}";
        var slipWords = slips == null ? "off" : words(slips.name(), slips.simulated());
        var holderWords = holders == null ? "off" : words(holders.name(), holders.simulated());
        if ((slips != null && slips.simulated()) || (holders != null && holders.simulated())) {
            LOG.warn(line + ". Simulated results for live payments are not real", slipWords, holderWords);
        } else {
            LOG.info(line, slipWords, holderWords);
        }
    }

    private static String words(String name, boolean simulated) {
        return simulated ? "SIMULATED" : name;
    }

    @Override
    public void close() {
        upstreams.forEach(Upstream::close);
    }
}
