package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.merchant.CallbackEndpoint;
import io.tical.server.merchant.CallbackEndpoint.Kind;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConcurrencyWindowTest {
    private static final long MS = 1_000_000;
    private static final Duration QUICK = Duration.ofMillis(5);

    private final ConcurrencyWindow pace = new ConcurrencyWindow();

    @Test
    void anEndpointThatAnswersGetsMoreAtOnceUpToItsBound() {
        assertThat(pace.room(0)).isEqualTo(ConcurrencyWindow.START);
        begin(1);
        pace.ended(true, QUICK);
        assertThat(pace.room(0)).isEqualTo(2 * ConcurrencyWindow.START);
        for (int i = 0; i < 10; i++) {
            begin(1);
            pace.ended(true, QUICK);
        }
        assertThat(pace.room(0)).isEqualTo(ConcurrencyWindow.MOST);
    }

    @Test
    void anEndpointThatAnswersSlowlyGetsNoMore() {
        begin(1);
        pace.ended(true, ConcurrencyWindow.QUICK);
        assertThat(pace.room(0)).isEqualTo(ConcurrencyWindow.START);
    }

    @Test
    void whatIsUnderWayLeavesLessRoom() {
        begin(5);
        assertThat(pace.room(0)).isEqualTo(ConcurrencyWindow.START - 5);
        begin(ConcurrencyWindow.START - 5);
        assertThat(pace.room(0)).isZero();
    }

    @Test
    void anEndpointThatFailsGetsFewerAndFewerAtOnceButNeverNone() {
        begin(ConcurrencyWindow.START);
        for (int i = 0; i < ConcurrencyWindow.START; i++) {
            pace.ended(false, QUICK);
        }
        assertThat(pace.room(100 * MS)).isEqualTo(1);
        pace.started(100 * MS);
        assertThat(pace.room(200 * MS)).as("one at a time").isZero();
    }

    @Test
    void anEndpointThatFailsIsTriedAtMostTwentyTimesASecond() {
        pace.started(0);
        pace.ended(false, QUICK);
        assertThat(pace.room(49 * MS)).isZero();
        assertThat(pace.room(50 * MS)).isEqualTo(1);
    }

    @Test
    void oneSuccessOpensItAgain() {
        pace.started(0);
        pace.ended(false, QUICK);
        pace.started(50 * MS);
        pace.ended(true, QUICK);
        assertThat(pace.room(51 * MS)).isEqualTo(ConcurrencyWindow.START);
    }

    @Test
    void whatWasLearntIsRememberedForAWhile() {
        pace.started(0);
        pace.ended(false, QUICK);
        assertThat(pace.forgettable(60_000 * MS)).isFalse();
        assertThat(pace.forgettable(601_000 * MS)).isTrue();
    }

    @Test
    void endpointsThatFailTogetherHoldAtMostHalfOfTheNode() {
        var paces = new ConcurrencyWindows();
        var healthy = line();
        var dead = 0;
        // Endpoints that all answered once, and then all stopped to answer.
        while (paces.room() > 0 && dead < 10_000) {
            var line = line();
            paces.started(line, 0);
            paces.ended(line, false, QUICK);
            if (paces.room(line, 100 * MS) == 0) {
                break;
            }
            paces.started(line, 100 * MS);
            dead++;
        }
        assertThat(dead).isEqualTo(ConcurrencyWindows.UNDER_WAY_MAX / 2);
        assertThat(paces.room(healthy, 100 * MS)).isEqualTo(ConcurrencyWindow.START);
        assertThat(paces.room()).isEqualTo(ConcurrencyWindows.UNDER_WAY_MAX / 2);
    }

    private void begin(int attempts) {
        for (int i = 0; i < attempts; i++) {
            pace.started(0);
        }
    }

    private static CallbackEndpoint.Key line() {
        return new CallbackEndpoint.Key(UUID.randomUUID(), Kind.PAYOUT);
    }
}
