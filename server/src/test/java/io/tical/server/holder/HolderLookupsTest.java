package io.tical.server.holder;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tical.server.config.Options;
import io.tical.server.config.Settings;
import io.tical.server.rail.SimulatorAnswers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Who looks up holders, as the settings say, and the line that a start logs of it. Nobody is asked. */
@Isolated("listens to what this JVM logs")
class HolderLookupsTest {
    @TempDir
    Path place;

    private final Logger logger = (Logger) LoggerFactory.getLogger(HolderLookups.class);
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

    private HolderLookups lookups(String... assignments) {
        var environment = Arrays.stream(assignments)
                .map(text -> text.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        var options = new Options(Settings.read(environment, place)).holders();
        return new HolderLookups(options, new SimulatorAnswers());
    }

    /** Without what counts the calls. */
    private static Optional<HolderLookup> lookup(HolderLookups lookups, boolean livemode) {
        return lookups.of(livemode).map(one -> ((MeteredLookup) one).lookup());
    }

    @Test
    void testKeysUseTheSimulatorAndLiveKeysNothingByDefault() {
        try (var lookups = lookups()) {
            assertThat(lookup(lookups, false)).containsInstanceOf(SimulatorHolderLookup.class);
            assertThat(lookup(lookups, true)).isEmpty();
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .isEqualTo("Holder lookup: test holders are simulated; live holders: off");
        });
    }

    @Test
    void theConfiguredServiceLooksUpLiveHolders() {
        try (var lookups = lookups(
                "TICAL_HOLDER_LOOKUP=http",
                "TICAL_HOLDER_LOOKUP_URL=https://holders.invalid/x",
                "TICAL_HOLDER_LOOKUP_TOKEN=hunter2")) {
            assertThat(lookup(lookups, true)).containsInstanceOf(HttpHolderLookup.class);
            assertThat(lookup(lookups, false)).containsInstanceOf(SimulatorHolderLookup.class);
        }
        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.INFO);
            assertThat(event.getFormattedMessage())
                    .endsWith("live holders: http")
                    .doesNotContain("hunter2");
        });
    }

    @Test
    void aSimulatorOfLiveHoldersIsAWarning() {
        lookups("TICAL_HOLDER_LOOKUP=simulator").close();

        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getLevel()).isEqualTo(Level.WARN);
            assertThat(event.getFormattedMessage()).contains("live holders: SIMULATED");
        });
    }
}
