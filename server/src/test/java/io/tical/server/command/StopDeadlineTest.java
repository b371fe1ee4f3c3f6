package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StopDeadlineTest {
    @Test
    void a_stop_that_takes_too_long_ends_the_process() {
        var halted = new CountDownLatch(1);
        var deadline = Serve.startDeadline(Duration.ofMillis(50), halted::countDown);

        deadline.countDown();

        await().until(() -> halted.getCount() == 0);
    }

    @Test
    void a_service_that_was_not_told_to_stop_is_not_ended() {
        var halted = new CountDownLatch(1);
        Serve.startDeadline(Duration.ZERO, halted::countDown);

        await().during(Duration.ofMillis(200)).until(() -> halted.getCount() == 1);
        assertThat(halted.getCount()).isOne();
    }
}
