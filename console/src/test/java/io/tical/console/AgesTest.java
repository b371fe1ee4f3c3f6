package io.tical.console;

import static org.awaitility.Awaitility.await;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How long an item has waited grows while a screen stays open, although nothing is read again because nothing changes. */
class AgesTest {
    /** Ages are written again within half a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        operator = service.operator(Operator.Role.ADMIN);
        var merchant = service.live(service.fundedLive(service.merchant(), 1_000_000));
        var payout = merchant.payout("waits", 40_000).expect(201).word("id");
        service.asService("payout", "UPDATE payout SET status = 'pending_review' WHERE payout_id = '" + payout + "'");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** The clock of a computer that can be set. */
    private static final class SetClock extends Clock {
        private volatile Duration ahead = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new IllegalStateException("an instant has no zone");
        }

        @Override
        public Instant instant() {
            return Instant.now().plus(ahead);
        }
    }

    private static void grow(String place, String shownIn, String before, String after) throws Exception {
        var clock = new SetClock();
        try (var console = OpenConsole.at(service.tical().ports().admin(), Map.of(), clock)) {
            console.signIn(operator.username(), "the password of " + operator.username());
            console.await(() -> console.exists("#nav-overview"));
            console.click("#nav-" + place);
            console.awaitConnected();
            console.await(() -> console.textsOf(shownIn).contains(before) && console.isIdle());

            // An answer of the service on its way still sets the console's clock right.
            await().atMost(PATIENCE).until(() -> {
                clock.ahead = clock.ahead.plusDays(2);
                return console.textsOf(shownIn).stream().anyMatch(text -> text.matches(after));
            });
        }
    }

    @Test
    void inAList() throws Exception {
        grow("payouts", ".rows", "now", "\\d+ d");
    }

    @Test
    void onTheCardsOfTheOverview() throws Exception {
        grow("overview", "#queue-payouts_pending_review", "Oldest: now", "Oldest: \\d+ d");
    }
}
