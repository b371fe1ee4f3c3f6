package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.webhook.Resolver.SystemResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With questions of our own; the machine's name servers are never asked. */
class SystemResolverTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void allAddressesAreAnsweredInTheirOrder() throws UnknownHostException {
        var second = InetAddress.ofLiteral("::1");
        var resolver = new SystemResolver(host -> new InetAddress[] {LOOPBACK, second});

        assertThat(resolver.resolve("shop.example", LONG)).containsExactly(LOOPBACK, second);
    }

    @Test
    void aHostThatDoesNotExistOrDoesNotAnswerInTimeIsUnknown() {
        var never = new CountDownLatch(1);
        var missing = new SystemResolver(host -> {
            throw new UnknownHostException(host);
        });
        var hanging = new SystemResolver(host -> after(never));

        assertThatThrownBy(() -> missing.resolve("shop.example", LONG)).isInstanceOf(UnknownHostException.class);
        var started = System.nanoTime();
        assertThatThrownBy(() -> hanging.resolve("shop.example", Duration.ofMillis(200)))
                .isInstanceOf(UnknownHostException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isBetween(Duration.ofMillis(190), Duration.ofSeconds(15));
        never.countDown();
    }

    @Test
    void oneQuestionForAHostServesAllWhoAskMeanwhileAndTheNextAsksAnew() throws Exception {
        var questions = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var resolver = new SystemResolver(host -> {
            questions.incrementAndGet();
            return after(answer);
        });
        var answers = new ArrayList<FutureTask<InetAddress[]>>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 100; i++) {
            var asked = new FutureTask<>(
                    () -> resolver.resolve("shop.example", LONG).toArray(InetAddress[]::new));
            answers.add(asked);
            threads.add(Thread.ofVirtual().start(asked));
        }
        await().until(() -> threads.stream().allMatch(thread -> WAITING.contains(thread.getState())));
        answer.countDown();
        for (var one : answers) {
            assertThat(one.get()).containsExactly(LOOPBACK);
        }
        assertThat(questions).hasValue(1);

        resolver.resolve("shop.example", LONG);
        assertThat(questions).hasValue(2);
    }

    @Test
    void questionsThatHangAreBoundedAndGiveTheirPlaceBack() throws Exception {
        var running = new AtomicInteger();
        var answer = new CountDownLatch(1);
        var resolver = new SystemResolver(host -> {
            running.incrementAndGet();
            return after(answer);
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asking = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < 3 * SystemResolver.QUESTIONS_MAX; i++) {
                var host = "shop" + i + ".example";
                asking.add(() -> {
                    assertThatThrownBy(() -> resolver.resolve(host, Duration.ofMillis(300)))
                            .isInstanceOf(UnknownHostException.class);
                    return true;
                });
            }
            for (var one : threads.invokeAll(asking)) {
                assertThat(one.get()).isTrue();
            }
        }
        assertThat(running).hasValue(SystemResolver.QUESTIONS_MAX);

        answer.countDown();
        assertThat(resolver.resolve("late.example", LONG)).containsExactly(LOOPBACK);
    }

    private static InetAddress[] after(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new InetAddress[] {LOOPBACK};
    }
}
