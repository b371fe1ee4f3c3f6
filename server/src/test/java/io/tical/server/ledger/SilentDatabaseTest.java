package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseUnavailable;
import io.tical.db.SilentProxy;
import io.tical.db.TestDatabase;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A database that accepts connections and says nothing costs nobody more than the time that a caller waits. */
class SilentDatabaseTest {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    private static final Duration RECOVERY_MAX = Duration.ofSeconds(20);

    private record Timed(Throwable failure, Duration after) {}

    private static Timed timed(Callable<?> work) {
        var began = System.nanoTime();
        Throwable failure = null;
        try {
            work.call();
        } catch (Exception e) {
            failure = e;
        }
        return new Timed(failure, Duration.ofNanos(System.nanoTime() - began));
    }

    @Test
    void everybodyIsAnsweredInTimeAndServedSoonAfterItSpeaksAgain() throws InterruptedException, ExecutionException {
        var direct = TestDatabase.settings();
        try (var proxy = SilentProxy.before(direct);
                var ledger = TestLedger.on(proxy.settings(direct));
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var wallet = TestLedger.wallet("THB");
            ledger.topUp(wallet, 100_000);
            proxy.silence();
            var waiting = new ArrayList<Future<Timed>>();
            // Whoever comes later waits behind the group that found the silence.
            for (int burst = 0; burst < 4; burst++) {
                for (int i = 0; i < 20; i++) {
                    var key = burst + "-" + i;
                    waiting.add(threads.submit(() ->
                            timed(() -> ledger.request(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1), key, "{}"))));
                }
                await().pollDelay(Duration.ofMillis(1_500)).until(() -> true);
            }
            for (var one : waiting) {
                assertThat(one.get().after()).isLessThan(ANSWER_MAX);
                assertThat(one.get().failure()).isInstanceOfAny(Problem.Unavailable.class, DatabaseUnavailable.class);
            }
            proxy.mend();
            await().atMost(RECOVERY_MAX)
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(
                                    ledger.request(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1), "after", "{}")
                                            .status())
                            .isEqualTo(201));
            // What was answered 503 is asked for again with its key, and happens once.
            for (int burst = 0; burst < 4; burst++) {
                for (int i = 0; i < 20; i++) {
                    ledger.request(Move.of(wallet, PostingType.PAYOUT_CAPTURE, 1), burst + "-" + i, "{}");
                }
            }
            assertThat(ledger.row(wallet).inTransit()).isEqualTo(81);
        }
    }
}
