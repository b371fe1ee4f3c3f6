package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Items are named by their network and a number: {@code flood-1}. */
class StartQueueTest {
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<String> dropped = new CopyOnWriteArrayList<>();
    private final StartQueue<String> queue = queue(20);

    private StartQueue<String> queue(int perSecond) {
        return new StartQueue<>(
                "test", 2, perSecond, 12, item -> item.substring(0, item.indexOf('-')), started::add, dropped::add);
    }

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void aFewAreStartedAtOnceOnTheThreadThatAddsThem() {
        queue.add("shop-1");
        queue.add("shop-2");
        assertThat(started).containsExactly("shop-1", "shop-2");
    }

    @Test
    void networksTakeTurnsSoThatASingleClientDoesNotWaitForAFlood() {
        for (int i = 0; i < 9; i++) {
            queue.add("flood-" + i);
        }
        queue.add("shop-1");
        var atOnce = started.size();
        assertThat(started).doesNotContain("shop-1");
        queue.start();
        await().untilAsserted(() -> assertThat(started).hasSize(10));
        assertThat(started.indexOf("shop-1")).isLessThanOrEqualTo(atOnce + 1);
        assertThat(started.stream().filter(item -> item.startsWith("flood"))).isSorted();
    }

    @Test
    void theRateHoldsForThoseThatWait() {
        var begin = System.nanoTime();
        queue.start();
        for (int i = 0; i < 9; i++) {
            queue.add("flood-" + i);
        }
        await().untilAsserted(() -> assertThat(started).hasSize(9));
        // Three at once, then one in 50 ms.
        assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThanOrEqualTo(250);
    }

    @Test
    void whenTooManyWaitTheNetworkWithTheMostLosesItsNewest() {
        // None of the next ones may start within a second.
        var slow = queue(1);
        for (int i = 0; i < 14; i++) {
            slow.add("flood-" + i);
        }
        slow.add("shop-1");
        assertThat(started).containsExactly("flood-0", "flood-1", "flood-2");
        assertThat(dropped).hasSize(0);
        slow.add("shop-2");
        slow.add("flood-14");
        assertThat(dropped).containsExactly("flood-13", "flood-14");
    }

    @Test
    void closingDropsWhatWaits() {
        for (int i = 0; i < 9; i++) {
            queue.add("flood-" + i);
        }
        queue.start();
        queue.close();
        await().untilAsserted(() -> assertThat(started.size() + dropped.size()).isEqualTo(9));
    }
}
