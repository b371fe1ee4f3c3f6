package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Who verifies what, as the settings say, and the line that a start logs of it. Nobody is asked. */
@Isolated("listens to what this JVM logs")
class VerifiersTest {
    @TempDir
    Path place;

    private final Logger logger = (Logger) LoggerFactory.getLogger(Verifiers.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        // Tests are quieter than a service.
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private Verifiers services(String... assignments) {
        var environment = Arrays.stream(assignments)
                .map(text -> text.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        var options = new Options(Settings.read(environment, place)).rails();
        return new Verifiers(options.slips(), options.holders(), new SimulatorAnswers(), Clock.systemUTC());
    }

    /** Without what counts the calls. */
    private static Optional<SlipVerifier> slips(Verifiers services, boolean livemode) {
        return services.slips(livemode).map(one -> ((MeteredVerifier) one).verifier());
    }

    private static Optional<HolderLookup> holders(Verifiers services, boolean livemode) {
        return services.holders(livemode).map(one -> ((MeteredLookup) one).lookup());
    }

    @Test
    void testKeysUseTheSimulatorAndLiveKeysTheConfiguredVerifierOrNone() {
        try (var services = services()) {
            assertThat(slips(services, false)).containsInstanceOf(SimulatorSlipVerifier.class);
            assertThat(holders(services, false)).containsInstanceOf(SimulatorHolderLookup.class);
            assertThat(slips(services, true)).isEmpty();
            assertThat(holders(services, true)).isEmpty();
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .isEqualTo(
                            "Verification: test slips and holders are simulated; live slips: off; live holders: off");
        });
    }

    @ParameterizedTest
    @CsvSource({"slipok", "easyslip", "easyslip2", "scb"})
    void theChosenServiceVerifiesLiveSlipsAndTheSimulatorTestOnes(String choice) {
        try (var services = services(
                "TICAL_SLIP_VERIFIER=" + choice,
                "TICAL_SLIP_VERIFIER_URL=https://slips.invalid",
                "TICAL_SLIP_VERIFIER_KEY=hunter2",
                "TICAL_SLIP_VERIFIER_SECRET=hunter2",
                "TICAL_SLIP_VERIFIER_BRANCH=1",
                "TICAL_HOLDER_LOOKUP=http",
                "TICAL_HOLDER_LOOKUP_URL=https://holders.invalid/x",
                "TICAL_HOLDER_LOOKUP_TOKEN=hunter2")) {
            assertThat(slips(services, true).orElseThrow().name()).isEqualTo(choice);
            assertThat(holders(services, true)).containsInstanceOf(HttpHolderLookup.class);
            assertThat(slips(services, false)).containsInstanceOf(SimulatorSlipVerifier.class);
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .endsWith("live slips: " + choice + "; live holders: http")
                    .doesNotContain("hunter2");
        });
    }

    @ParameterizedTest
    @CsvSource({"TICAL_SLIP_VERIFIER, live slips: SIMULATED", "TICAL_HOLDER_LOOKUP, live holders: SIMULATED"})
    void aSimulatorOfLiveAnswersIsAWarning(String setting, String words) {
        services(setting + "=simulator").close();

        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).contains(words);
        });
    }

    @Test
    void theSimulatorOfAServiceIsOneForBothEnvironments() {
        try (var services = services("TICAL_SLIP_VERIFIER=simulator")) {
            assertThat(slips(services, true)).isEqualTo(slips(services, false));
            assertThat(services.simulator().now()).isNotNull();
        }
    }
}
