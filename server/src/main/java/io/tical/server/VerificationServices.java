package io.tical.server;

import com.fasterxml.jackson.core.JsonPointer;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.rail.EasySlip1Verifier;
import io.tical.server.rail.EasySlip2Verifier;
import io.tical.server.rail.HolderLookup;
import io.tical.server.rail.HttpHolderLookup;
import io.tical.server.rail.HttpHolderLookup.Sign;
import io.tical.server.rail.ScbVerifier;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.SimulatorHolderLookup;
import io.tical.server.rail.SimulatorSlipVerifier;
import io.tical.server.rail.SlipOkVerifier;
import io.tical.server.rail.SlipVerifier;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.Verifiers;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slip verification and holder lookup as the settings want them, and the ways to the services outside. */
final class VerificationServices implements AutoCloseable {
    private static final String SLIPOK = "https://api.slipok.com";
    private static final String EASYSLIP = "https://developer.easyslip.com";
    private static final String EASYSLIP_2 = "https://api.easyslip.com";

    private static final Logger LOG = LoggerFactory.getLogger(VerificationServices.class);

    private final Settings settings;
    private final List<Upstream> upstreams = new ArrayList<>();
    private final SimulatorAnswers simulator = new SimulatorAnswers();
    private final Verifiers verifiers;

    VerificationServices(Settings settings) {
        this.settings = settings;
        var simulatedSlips = new SimulatorSlipVerifier(simulator, Clock.systemUTC());
        var simulatedHolders = new SimulatorHolderLookup(simulator);
        var slips = slips(simulatedSlips);
        var holders = holders(simulatedHolders);
        verifiers = new Verifiers(simulatedSlips, slips, simulatedHolders, holders);
        announce(slips, holders);
    }

    /** Who answers. */
    Verifiers verifiers() {
        return verifiers;
    }

    /** What the simulated ones answer, for operators to set. */
    SimulatorAnswers simulator() {
        return simulator;
    }

    private @Nullable SlipVerifier slips(SlipVerifier simulated) {
        var key = settings.text(Setting.SLIP_VERIFIER_KEY);
        return switch (settings.text(Setting.SLIP_VERIFIER)) {
            case "simulator" -> simulated;
            case "slipok" ->
                new SlipOkVerifier(slipUpstream("SlipOK", SLIPOK), settings.text(Setting.SLIP_VERIFIER_BRANCH), key);
            case "easyslip" -> new EasySlip1Verifier(slipUpstream("EasySlip", EASYSLIP), key);
            case "easyslip2" -> new EasySlip2Verifier(slipUpstream("EasySlip", EASYSLIP_2), key);
            case "scb" -> new ScbVerifier(slipUpstream("SCB", ""), key, settings.text(Setting.SLIP_VERIFIER_SECRET));
            default -> null;
        };
    }

    private @Nullable HolderLookup holders(HolderLookup simulated) {
        return switch (settings.text(Setting.HOLDER_LOOKUP)) {
            case "simulator" -> simulated;
            case "http" ->
                new HttpHolderLookup(
                        upstream("the holder lookup", settings.text(Setting.HOLDER_LOOKUP_URL)),
                        settings.text(Setting.HOLDER_LOOKUP_TOKEN),
                        new HttpHolderLookup.Mapping(
                                settings.text(Setting.HOLDER_LOOKUP_BODY),
                                settings.list(Setting.HOLDER_LOOKUP_NAME).stream()
                                        .map(JsonPointer::compile)
                                        .toList(),
                                settings.list(Setting.HOLDER_LOOKUP_UNKNOWN).stream()
                                        .map(VerificationServices::sign)
                                        .toList()));
            default -> null;
        };
    }

    private static Sign sign(String entry) {
        var equals = entry.indexOf('=');
        return equals < 0
                ? new Sign.Status(Integer.parseInt(entry))
                : new Sign.Field(JsonPointer.compile(entry.substring(0, equals)), entry.substring(equals + 1));
    }

    private Upstream slipUpstream(String name, String publicAddress) {
        var url = settings.text(Setting.SLIP_VERIFIER_URL);
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
            LOG.warn(line + ". What a simulator says of real money is made up", slipWords, holderWords);
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
