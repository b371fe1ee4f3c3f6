package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.http.EventStream;
import io.tical.server.problem.Problem;
import io.tical.server.work.Supervisor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The events of one node, with changes that the test makes. */
class QueueEventsTest {
    private final BlockingQueue<QueueWatch.Change> changes = new LinkedBlockingQueue<>();
    private final AtomicInteger looks = new AtomicInteger();
    private final QueueEvents events =
            new QueueEvents(Queues::new, Duration.ofMillis(2), new Supervisor(failure -> {}));

    private final class Queues implements QueueEvents.Source {
        private boolean first = true;

        @Override
        public List<QueueWatch.Change> changes() {
            looks.incrementAndGet();
            var found = new ArrayList<QueueWatch.Change>();
            if (first) {
                found.addAll(states());
                first = false;
            }
            var change = changes.poll();
            if (change != null) {
                found.add(change);
            }
            return found;
        }

        @Override
        public List<QueueWatch.Change> states() {
            return List.of(QueueWatch.Change.toAll("queues", "{}".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @AfterEach
    void close() {
        events.close();
    }

    private void change(int number) {
        changes.add(QueueWatch.Change.toAll("item", ("{\"n\":" + number + "}").getBytes(StandardCharsets.UTF_8)));
    }

    /** What a stream says until it says this. */
    private static String until(EventStream stream, String last) throws InterruptedException {
        var text = new StringBuilder();
        var end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (text.indexOf(last) < 0) {
            assertThat(System.nanoTime())
                    .as("waited for %s, got %s", last, text)
                    .isLessThan(end);
            var bytes = stream.next(Duration.ofMillis(100));
            assertThat(bytes).as("the stream ended after %s", text).isNotNull();
            text.append(new String(bytes, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static String lastId(String text) {
        var line = text.lines().filter(one -> one.startsWith("id: ")).toList().getLast();
        return line.substring("id: ".length());
    }

    @Test
    void everyListenerGetsTheSameEventsFromOneLook() throws Exception {
        var streams = new ArrayList<EventStream>();
        for (int number = 0; number < 200; number++) {
            streams.add(events.listen("operator " + number, Reach.BOTH, null));
        }
        for (var stream : streams) {
            until(stream, "event: queues");
        }
        change(1);
        for (var stream : streams) {
            assertThat(until(stream, "{\"n\":1}")).contains("event: item\ndata: {\"n\":1}\n\n");
        }
        var before = looks.get();
        await().atMost(Duration.ofSeconds(90)).until(() -> looks.get() > before);
        streams.forEach(EventStream::close);
    }

    @Test
    void aListenerThatComesBackGetsWhatItMissed() throws Exception {
        var stream = events.listen("one", Reach.BOTH, null);
        var id = lastId(until(stream, "event: queues"));
        var other = events.listen("other", Reach.BOTH, null);
        stream.close();
        for (int number = 0; number < 100; number++) {
            change(number);
            until(other, "{\"n\":" + number + "}");
        }

        var missed = until(events.listen("one", Reach.BOTH, id), "{\"n\":99}");

        assertThat(missed.lines().filter(line -> line.startsWith("event: ")).toList())
                .hasSize(100)
                .containsOnly("event: item");
        assertThat(missed).doesNotContain("reset");
    }

    @Test
    void anUnknownPositionIsAReset() throws Exception {
        until(events.listen("one", Reach.BOTH, null), "event: queues");
        var known = lastId(until(events.listen("one", Reach.BOTH, null), "event: queues"));
        for (var id : List.of(
                "nothing", "00000000-1", known + "9", known.substring(0, 9) + "999", known.substring(0, 9) + "-1")) {
            assertThat(until(events.listen("two", Reach.BOTH, id), "event: queues"))
                    .contains("event: reset\ndata: {}\n\n");
        }
    }

    @Test
    void anIdOlderThanTheHistoryIsAReset() throws Exception {
        var stream = events.listen("one", Reach.BOTH, null);
        var id = lastId(until(stream, "event: queues"));
        for (int number = 0; number <= 1_001; number++) {
            change(number);
            until(stream, "{\"n\":" + number + "}");
        }
        assertThat(until(events.listen("one", Reach.BOTH, id), "event: queues")).contains("event: reset");
    }

    @Test
    void aListenerThatDoesNotReadIsEndedWithoutDelayingOthers() throws Exception {
        var lazy = events.listen("lazy", Reach.BOTH, null);
        var eager = events.listen("eager", Reach.BOTH, null);
        for (int number = 0; number < 100; number++) {
            change(number);
            until(eager, "{\"n\":" + number + "}");
        }
        assertThat(lazy.next(Duration.ZERO)).isNull();
    }

    @Test
    void oneOperatorHasABoundedNumberOfStreams() {
        for (int number = 0; number < 20; number++) {
            events.listen("one", Reach.BOTH, null);
        }
        assertThatThrownBy(() -> events.listen("one", Reach.BOTH, null)).isInstanceOf(Problem.Unavailable.class);
        events.listen("another", Reach.BOTH, null);
    }

    @Test
    void closingEndsStreamsThatWait() throws Exception {
        var stream = events.listen("one", Reach.BOTH, null);
        until(stream, "event: queues");
        var reader = Thread.ofVirtual().start(() -> {
            try {
                assertThat(stream.next(Duration.ofMinutes(1))).isNull();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        events.close();
        assertThat(reader.join(Duration.ofSeconds(20))).isTrue();
        assertThatThrownBy(() -> events.listen("two", Reach.BOTH, null)).isInstanceOf(Problem.Unavailable.class);
    }
}
