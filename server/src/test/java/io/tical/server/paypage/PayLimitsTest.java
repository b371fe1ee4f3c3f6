package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.Reply;
import io.tical.server.payin.PayinStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Payers behind one address do not stop each other: a token has its own limits, and only guesses count for an address. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayLimitsTest {
    /** As the service's own default. */
    private static final int PER_MINUTE = 120;

    private PayHost host;

    @BeforeAll
    void start() {
        host = new PayHost(PER_MINUTE);
    }

    @AfterAll
    void stop() {
        host.close();
    }

    private SamplePayment payment() {
        var sample = new SamplePayment();
        host.put(sample);
        return sample;
    }

    private Reply page(SamplePayment sample, String source) {
        return host.get("/pay/" + sample.token, "X-Forwarded-For", source);
    }

    private Reply view(SamplePayment sample, String source) {
        return host.get(PayHost.api(sample, ""), "X-Forwarded-For", source);
    }

    private Reply guess(String source) {
        return host.get("/pay-api/v1/pay/" + Ids.next().toString().replace("-", ""), "X-Forwarded-For", source);
    }

    private Reply upload(SamplePayment sample) {
        return host.upload(sample, "slip", new byte[] {(byte) 0x89, 1, 2, 3});
    }

    /** Asks, however slow the machine is, until enough answers are refusals. */
    private static List<Reply> until16AreRefused(IntFunction<Reply> request) {
        var replies = new ArrayList<Reply>();
        for (int refused = 0; refused < 16 && replies.size() < 2_000; ) {
            var reply = request.apply(replies.size());
            replies.add(reply);
            refused += reply.status() == 429 ? 1 : 0;
        }
        return replies;
    }

    private static Reply isRefusedSoon(String what, IntFunction<Reply> request) {
        var refused = IntStream.range(0, 50)
                .mapToObj(request)
                .filter(reply -> reply.status() == 429)
                .findFirst();
        assertThat(refused).as(what).isPresent();
        return refused.get();
    }

    @Test
    void twentyFivePollingPagesBehindOneAddressLeaveRoomForTenNewOnes() {
        var source = "203.0.113.1";
        var polling = IntStream.range(0, 25).mapToObj(i -> payment()).toList();
        // A minute of asking every two to ten seconds.
        for (int i = 0; i < 15; i++) {
            polling.forEach(sample -> view(sample, source).expect(200));
        }
        for (int i = 0; i < 10; i++) {
            var opened = payment();
            assertThat(page(opened, source).status()).isEqualTo(200);
            view(opened, source).expect(200);
        }
    }

    @Test
    void aTokenThatIsHammeredIsLimitedAlone() {
        var hammered = payment();
        // From everywhere: it is the token that counts.
        var replies = until16AreRefused(i -> view(hammered, "198.51.100." + i % 256));
        assertThat(replies.subList(0, PER_MINUTE)).allSatisfy(reply -> reply.expect(200));
        assertThat(replies)
                .filteredOn(reply -> reply.status() == 429)
                .hasSizeGreaterThan(15)
                .allSatisfy(reply -> {
                    reply.expect(429, "RATE_LIMITED");
                    assertThat(reply.headers().firstValue("Retry-After")).isPresent();
                    assertThat(reply.headers().firstValue("X-RateLimit-After"))
                            .isEqualTo(reply.headers().firstValue("Retry-After"));
                });
        view(payment(), "198.51.100.1").expect(200);
    }

    @Test
    void whoGuessesTokensIsLimitedByAddressAndWhoIsNewBehindItIsNot() {
        var source = "203.0.113.2";
        var known = payment();
        view(known, source).expect(200);
        var guesses = until16AreRefused(i -> guess(source));
        assertThat(guesses.subList(0, 60)).allSatisfy(reply -> reply.expect(404, "PAYIN_NOT_FOUND"));
        assertThat(guesses).filteredOn(reply -> reply.status() == 429).hasSizeGreaterThan(15);
        for (var path : List.of("/pay/x", "/pay", "/pay-api/v1/nothing", "/pay-api/v1/pay/%00")) {
            isRefusedSoon(path, i -> host.get(path, "X-Forwarded-For", source));
        }
        view(known, source).expect(200);
        view(payment(), source).expect(200);
        guess("203.0.113.3").expect(404);
    }

    @Test
    void anIpv6SubscriberIsOneAddress() {
        for (int i = 0; i < 60; i++) {
            guess("2001:db8:1:2::" + Integer.toHexString(i)).expect(404);
        }
        isRefusedSoon("its other addresses", i -> guess("2001:db8:1:2:ffff::" + i));
        guess("2001:db8:1:3::1").expect(404);
    }

    @Test
    void slipsHaveABucketOfTheirOwn() {
        var sample = payment();
        var replies = until16AreRefused(i -> view(sample, "203.0.113.4"));
        assertThat(replies.getLast().status()).isEqualTo(429);
        upload(sample).expect(200);

        var other = payment();
        for (int i = 0; i < 10; i++) {
            assertThat(upload(other).status()).isIn(200, 422);
        }
        assertThat(isRefusedSoon("slips", i -> upload(other))
                        .expect(429, "RATE_LIMITED")
                        .headers()
                        .firstValue("Retry-After"))
                .isPresent();
        view(other, "203.0.113.4").expect(200);
    }

    @Test
    void zeroSwitchesAllOfThemOff() {
        try (var open = new PayHost(0)) {
            var sample = new SamplePayment();
            open.put(sample);
            for (int i = 0; i < 70; i++) {
                open.get("/pay/x").expect(404);
            }
            for (int i = 0; i < 15; i++) {
                assertThat(open.upload(sample, "slip", new byte[] {(byte) 0x89}).status())
                        .isIn(200, 422);
            }
        }
    }

    @Test
    void whoLoadsTheAnswerToTheConsentAgainIsOnThePage() {
        var sample = SamplePayment.matched();
        host.put(sample);
        var reply = host.get("/pay/" + sample.token + "/consent?lang=th");
        assertThat(reply.status()).isEqualTo(303);
        assertThat(reply.headers().firstValue("Location")).contains("/pay/" + sample.token + "?lang=th");
        assertThat(host.get("/pay/nothing/consent").status()).isEqualTo(404);
        assertThat(sample.made().payin().status()).isEqualTo(PayinStatus.PROCESSING);
    }
}
