package io.tical.server.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Items are named by their source and a number: {@code a1}. */
class TurnQueueTest {
    private final TurnQueue<String> queue = new TurnQueue<>();

    private void add(String... items) {
        for (var item : items) {
            queue.add(source(item), item);
        }
    }

    private static String source(String item) {
        return item.substring(0, 1);
    }

    private List<String> poll(int count) {
        var polled = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            polled.add(queue.poll());
        }
        return polled;
    }

    @Test
    void sourcesTakeTurns() {
        add("a1", "a2", "a3", "b1", "b2");
        assertThat(poll(6)).containsExactly("a1", "b1", "a2", "b2", "a3", null);
    }

    @Test
    void aSourceThatArrivesGoesBeforeThoseThatHadATurn() {
        add("a1", "a2", "b1", "b2", "c1", "c2");
        poll(3);
        add("d1", "d2");
        assertThat(poll(5)).containsExactly("d1", "a2", "b2", "c2", "d2");
    }

    @Test
    void everyEighthTurnIsForThoseThatHadOne() {
        add("z1", "z2", "z3");
        poll(1);
        add("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1");
        assertThat(poll(16))
                .containsExactly(
                        "a1", "b1", "c1", "d1", "e1", "f1", "z2", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "z3", "n1");
    }

    /** Otherwise a source with one item at a time would always go first. */
    @Test
    void aSourceArrivesAgainOnlyAfterTheTurnsOfTheOthers() {
        add("a1", "b1", "b2", "b3", "c1", "c2");
        assertThat(poll(3)).containsExactly("a1", "b1", "c1");
        add("a2");
        assertThat(poll(2)).containsExactly("a2", "b2");
        add("a3");
        assertThat(poll(3)).containsExactly("c2", "a3", "b3");
    }

    @Test
    void theSourceWithTheMostLosesItsNewest() {
        add("a1", "b1", "b2", "b3", "c1", "c2");
        assertThat(queue.sizeOfMost()).isEqualTo(3);
        assertThat(queue.pollNewestOfMost()).isEqualTo("b3");
        assertThat(queue.size("b")).isEqualTo(2);
        assertThat(queue.size()).isEqualTo(5);
    }

    @Test
    void anItemCanLeave() {
        add("a1", "a2", "b1");
        assertThat(queue.remove("a", "a1")).isTrue();
        assertThat(queue.remove("a", "a1")).isFalse();
        assertThat(queue.remove("c", "c1")).isFalse();
        assertThat(poll(3)).containsExactly("a2", "b1", null);
    }

    @Test
    void anEmptyQueueHasNothing() {
        assertThat(queue.poll()).isNull();
        assertThat(queue.pollNewestOfMost()).isNull();
        assertThat(queue.sizeOfMost()).isZero();
    }
}
