package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryScheduleTest {
    @ParameterizedTest
    @CsvSource({"1, 5", "2, 10", "3, 20", "4, 40", "10, 2560", "13, 20480", "14, 21600", "15, 21600", "19, 21600"})
    void waitsDoubleFromFiveSecondsToSixHoursWithinAFifth(int attempts, long seconds) {
        var random = new Random(attempts);
        for (int i = 0; i < 1_000; i++) {
            assertThat(RetrySchedule.after(attempts, random))
                    .hasValueSatisfying(wait -> assertThat(wait.toMillis()).isBetween(seconds * 800, seconds * 1_200));
        }
    }

    @Test
    void waitsDifferSoThatRetriesDoNotComeInStep() {
        var random = new Random(1);
        assertThat(RetrySchedule.after(5, random)).isNotEqualTo(RetrySchedule.after(5, random));
    }

    @Test
    void afterTwentyAttemptsThereIsNoOther() {
        assertThat(RetrySchedule.after(19, new Random(1))).isPresent();
        assertThat(RetrySchedule.after(20, new Random(1))).isEmpty();
    }

    @Test
    void allTwentyTakeAboutTwoDays() {
        var random = new Random(1);
        var sum = Duration.ZERO;
        for (int attempts = 1; attempts < RetrySchedule.ATTEMPTS_MAX; attempts++) {
            sum = sum.plus(RetrySchedule.after(attempts, random).orElseThrow());
        }
        assertThat(sum).isBetween(Duration.ofHours(36), Duration.ofHours(60));
    }
}
