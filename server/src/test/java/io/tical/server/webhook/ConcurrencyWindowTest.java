package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.ConcurrencyWindows.ConcurrencyWindow;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConcurrencyWindowTest {
    private static final long MS = 1_000_000;
    private static final Duration QUICK = Duration.ofMillis(5);

    private final ConcurrencyWindow window = new ConcurrencyWindow();

    @Test
    void anEndpointThatAnswersGetsMoreAtOnceUpToItsBound() {
        assertThat(window.available(0)).isEqualTo(ConcurrencyWindow.START);
        begin(1);
        window.ended(true, QUICK);
        assertThat(window.available(0)).isEqualTo(2 * ConcurrencyWindow.START);
        for (int i = 0; i < 10; i++) {
            begin(1);
            window.ended(true, QUICK);
        }
        assertThat(window.available(0)).isEqualTo(ConcurrencyWindow.MOST);
    }

    @Test
    void anEndpointThatAnswersSlowlyGetsNoMore() {
        begin(1);
        window.ended(true, ConcurrencyWindow.QUICK);
        assertThat(window.available(0)).isEqualTo(ConcurrencyWindow.START);
    }

    @Test
    void whatIsUnderWayLeavesLessRoom() {
        begin(5);
        assertThat(window.available(0)).isEqualTo(ConcurrencyWindow.START - 5);
        begin(ConcurrencyWindow.START - 5);
        assertThat(window.available(0)).isZero();
    }

    @Test
    void anEndpointThatFailsGetsFewerAndFewerAtOnceButNeverNone() {
        begin(ConcurrencyWindow.START);
        for (int i = 0; i < ConcurrencyWindow.START; i++) {
            window.ended(false, QUICK);
        }
        assertThat(window.available(100 * MS)).isEqualTo(1);
        window.started(100 * MS);
        assertThat(window.available(200 * MS)).as("one at a time").isZero();
    }

    @Test
    void anEndpointThatFailsIsTriedAtMostTwentyTimesASecond() {
        window.started(0);
        window.ended(false, QUICK);
        assertThat(window.available(49 * MS)).isZero();
        assertThat(window.available(50 * MS)).isEqualTo(1);
    }

    @Test
    void oneSuccessOpensItAgain() {
        window.started(0);
        window.ended(false, QUICK);
        window.started(50 * MS);
        window.ended(true, QUICK);
        assertThat(window.available(51 * MS)).isEqualTo(ConcurrencyWindow.START);
    }

    @Test
    void whatWasLearntIsRememberedForAWhile() {
        window.started(0);
        window.ended(false, QUICK);
        assertThat(window.forgettable(60_000 * MS)).isFalse();
        assertThat(window.forgettable(601_000 * MS)).isTrue();
    }

    @Test
    void endpointsThatFailTogetherHoldAtMostHalfOfTheNode() {
        var windows = new ConcurrencyWindows();
        var healthy = endpoint();
        var dead = 0;
        // Endpoints that all answered once, and then all stopped to answer.
        while (windows.available() > 0 && dead < 10_000) {
            var endpoint = endpoint();
            windows.started(endpoint, 0);
            windows.ended(endpoint, false, QUICK);
            if (windows.available(endpoint, 100 * MS) == 0) {
                break;
            }
            windows.started(endpoint, 100 * MS);
            dead++;
        }
        assertThat(dead).isEqualTo(ConcurrencyWindows.IN_FLIGHT_MAX / 2);
        assertThat(windows.available(healthy, 100 * MS)).isEqualTo(ConcurrencyWindow.START);
        assertThat(windows.available()).isEqualTo(ConcurrencyWindows.IN_FLIGHT_MAX / 2);
    }

    private void begin(int attempts) {
        for (int i = 0; i < attempts; i++) {
            window.started(0);
        }
    }

    private static CallbackEndpoint.Key endpoint() {
        return new CallbackEndpoint.Key(UUID.randomUUID(), Kind.PAYOUT);
    }
}
