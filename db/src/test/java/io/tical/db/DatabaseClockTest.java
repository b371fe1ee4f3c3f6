package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;

/** How a node reads the time of its database, whatever its own clock shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseClockTest {
    private static final Clock RIGHT = Clock.tickMillis(ZoneOffset.UTC);
    /** A slow machine may take so long between two readings. */
    private static final Duration CLOSE = Duration.ofMillis(900);

    private Connection connection;

    private static final class SetClock extends Clock {
        private Duration off = Duration.ZERO;

        @Override
        public Instant instant() {
            return RIGHT.instant().plus(off);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeAll
    void connect() {
        connection = TestDatabase.owner(TestDatabase.settings());
    }

    @AfterAll
    void disconnect() throws SQLException {
        connection.close();
    }

    private void measured(SetClock own, DatabaseClock clock, long offMs) throws SQLException {
        own.off = Duration.ofMillis(offMs);
        clock.measure(connection, true);
    }

    private static void requireRight(Clock clock) {
        assertThat(Duration.between(clock.instant(), RIGHT.instant()).abs()).isLessThan(CLOSE);
    }

    @Test
    void aDifferenceIsCorrectedThenReportedThenTooLarge() throws SQLException {
        record Row(long offMs, boolean warns, boolean serves, String word) {}
        for (var row : new Row[] {
            new Row(0, false, true, ""),
            new Row(-500, false, true, ""),
            new Row(500, false, true, ""),
            new Row(-2_500, true, true, "behind"),
            new Row(2_500, true, true, "ahead of"),
            new Row(-60_000, true, false, "behind"),
            new Row(60_000, true, false, "ahead of"),
            new Row(0, false, true, "")
        }) {
            var own = new SetClock();
            var clock = new DatabaseClock(own);
            measured(own, clock, row.offMs());
            requireRight(clock);
            assertThat(clock.difference().toMillis()).isBetween(-row.offMs() - 450, -row.offMs() + 450);
            assertThat(clock.warning().isPresent()).as("%s", row).isEqualTo(row.warns());
            assertThat(clock.outOfService().isEmpty()).as("%s", row).isEqualTo(row.serves());
            clock.warning().ifPresent(sentence -> assertThat(sentence).contains(row.word()));
        }
    }

    @Test
    void theLimitsAreOneAndFiveSeconds() {
        record Row(long differenceMs, boolean warns, boolean serves) {}
        for (var row : new Row[] {
            new Row(1_000, false, true),
            new Row(-1_000, false, true),
            new Row(1_001, true, true),
            new Row(-1_001, true, true),
            new Row(5_000, true, true),
            new Row(-5_000, true, true),
            new Row(5_001, true, false),
            new Row(-5_001, true, false)
        }) {
            var clock = new DatabaseClock(new SetClock());
            clock.note(new DatabaseClock.Sample(row.differenceMs(), 1));
            assertThat(clock.warning().isPresent()).as("%s", row).isEqualTo(row.warns());
            assertThat(clock.outOfService().isEmpty()).as("%s", row).isEqualTo(row.serves());
        }
    }

    @Test
    void aDifferenceIsLoggedOnceUntilTheClocksAgree() {
        var log = new ListAppender<ILoggingEvent>();
        var logger = (Logger) LoggerFactory.getLogger(DatabaseClock.class);
        log.start();
        logger.addAppender(log);
        try {
            var clock = new DatabaseClock(new SetClock());
            for (var differenceMs : new long[] {0, -1_234, -1_300, 0, 5_678}) {
                clock.note(new DatabaseClock.Sample(differenceMs, 1));
            }
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.WARN)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "The clock of this machine is 1234 ms (±1 ms) ahead of that of the database. Set the clocks"
                                + " right; the node serves up to 5 s",
                        "The clock of this machine is 5678 ms (±1 ms) behind that of the database. Set the clocks"
                                + " right; the node serves up to 5 s");
    }

    @Test
    void aClockThatIsSetIsNoticedBeforeTheNextMeasurementAndMovesNoTime() throws SQLException {
        var own = new SetClock();
        var clock = new DatabaseClock(own);
        measured(own, clock, 0);
        own.off = Duration.ofMinutes(-10);
        requireRight(clock);
        assertThat(clock.outOfService().orElseThrow()).contains("was set back by");
        clock.measure(connection, false);
        requireRight(clock);
        assertThat(clock.outOfService().orElseThrow()).contains("behind that of the database");
        own.off = Duration.ofMinutes(10);
        assertThat(clock.outOfService()).isPresent();
        own.off = Duration.ZERO;
        clock.measure(connection, false);
        assertThat(clock.outOfService()).isEmpty();
        requireRight(clock);
    }

    @Test
    void aMeasurementOfAClockThatAgreesChangesNoTime() throws SQLException {
        var own = new SetClock();
        var clock = new DatabaseClock(own);
        for (int i = 0; i < 50; i++) {
            clock.measure(connection, false);
            assertThat(clock.difference()).isLessThan(CLOSE);
        }
        assertThat(clock.withZone(ZoneOffset.ofHours(14)).instant())
                .isBetween(RIGHT.instant().minus(CLOSE), RIGHT.instant().plus(CLOSE));
        assertThat(clock.withZone(ZoneOffset.ofHours(14)).getZone()).isEqualTo(ZoneOffset.ofHours(14));
    }
}
