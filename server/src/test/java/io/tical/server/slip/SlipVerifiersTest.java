package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import io.tical.server.rail.SimulatorAnswers;
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

/** Who verifies slips, as the settings say, and the line that a start logs of it. Nobody is asked. */
@Isolated("listens to what this JVM logs")
class SlipVerifiersTest {
    @TempDir
    Path place;

    private final Logger logger = (Logger) LoggerFactory.getLogger(SlipVerifiers.class);
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

    private SlipVerifiers verifiers(String... assignments) {
        var environment = Arrays.stream(assignments)
                .map(text -> text.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        var options = new Options(Settings.read(environment, place)).slips().verifier();
        return new SlipVerifiers(options, new SimulatorAnswers(), Clock.systemUTC());
    }

    /** Without what counts the calls. */
    private static Optional<SlipVerifier> verifier(SlipVerifiers verifiers, boolean livemode) {
        return verifiers.ofMerchants(livemode).map(one -> ((MeteredVerifier) one).verifier());
    }

    @Test
    void testKeysUseTheSimulatorAndLiveKeysTheConfiguredVerifierOrNone() {
        try (var verifiers = verifiers()) {
            assertThat(verifier(verifiers, false)).containsInstanceOf(SimulatorSlipVerifier.class);
            assertThat(verifier(verifiers, true)).isEmpty();
            assertThat(verifiers.ofPayins(true)).isEmpty();
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .isEqualTo("Slip verification: test slips are simulated; live slips: off");
        });
    }

    @ParameterizedTest
    @CsvSource({"slipok", "easyslip", "easyslip2", "scb"})
    void theChosenServiceVerifiesLiveSlipsAndTheSimulatorTestOnes(String choice) {
        try (var verifiers = verifiers(
                "TICAL_SLIP_VERIFIER=" + choice,
                "TICAL_SLIP_VERIFIER_URL=https://slips.invalid",
                "TICAL_SLIP_VERIFIER_KEY=hunter2",
                "TICAL_SLIP_VERIFIER_SECRET=hunter2",
                "TICAL_SLIP_VERIFIER_BRANCH=1")) {
            assertThat(verifier(verifiers, true).orElseThrow().name()).isEqualTo(choice);
            assertThat(verifiers.ofPayins(true)).isEqualTo(verifiers.ofMerchants(true));
            assertThat(verifier(verifiers, false)).containsInstanceOf(SimulatorSlipVerifier.class);
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .endsWith("live slips: " + choice)
                    .doesNotContain("hunter2");
        });
    }

    @Test
    void aSimulatorOfLiveAnswersIsAWarningAndTheSameForBothEnvironments() {
        try (var verifiers = verifiers("TICAL_SLIP_VERIFIER=simulator")) {
            assertThat(verifier(verifiers, true)).isEqualTo(verifier(verifiers, false));
            assertThat(verifiers.ofPayins(true)).isNotEqualTo(verifiers.ofPayins(false));
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).contains("live slips: SIMULATED");
        });
    }
}
