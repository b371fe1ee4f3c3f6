package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.slip.EasySlipVerifier;
import io.tical.server.slip.SlipOutcome;
import io.tical.server.slip.SlipQuestion;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way to a service that does not behave. */
class UpstreamTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final Duration DEADLINE = Duration.ofMillis(400);

    private final UpstreamServer server = new UpstreamServer();
    private final Upstream upstream = server.upstream();
    private final Upstream impatient =
            server.upstream(new Upstream.Limits(DEADLINE, 100, 100, Duration.ofMinutes(1), 64 * 1024));

    @AfterEach
    void close() {
        upstream.close();
        impatient.close();
        server.close();
    }

    private static int ask(Upstream upstream) {
        return upstream.ask(request(upstream), Upstream.Reply::status);
    }

    private static UpstreamRequest request(Upstream upstream) {
        return upstream.request("/x");
    }

    private static UpstreamFailure failure(Upstream upstream) {
        return catchThrowableOfType(UpstreamFailure.class, () -> ask(upstream));
    }

    @Test
    void anErrorWithAnObjectIsAnAnswer() {
        server.answering(404, "{}");
        assertThat(ask(upstream)).isEqualTo(404);
        server.answering(500, "{\"code\":1}");
        assertThat(ask(upstream)).isEqualTo(500);
    }

    @Test
    void aRequestWithoutAnAnswerEndsAtTheDeadline() {
        server.doing((request, exchange) -> sleep(Duration.ofSeconds(30)));

        var begun = System.nanoTime();
        var failure = failure(impatient);

        assertThat(failure.kind()).isEqualTo(Kind.RETRYABLE);
        assertThat(failure.why()).contains("did not answer within");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    }

    @Test
    void aSlowAnswerEndsAtTheDeadline() {
        server.doing((request, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 300; i++) {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
                sleep(Duration.ofMillis(100));
            }
        });

        var begun = System.nanoTime();
        assertThat(failure(impatient).why()).contains("did not answer within");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "null", "1", "{", "{\"a\":1,\"a\":2}", "{} {}", "\u0000"})
    void anAnswerThatIsNoJsonObjectIsAFailure(String body) {
        server.answering(200, body);

        assertThat(failure(upstream).kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void deepJsonIsNoAnswer() {
        server.answering(200, "{\"a\":" + "[".repeat(20_000) + "]".repeat(20_000) + "}");

        assertThat(failure(upstream).kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void anAnswerOfMoreThan64KibIsNotRead() {
        server.answering(200, "{\"a\":\"" + "x".repeat(64 * 1024) + "\"}");
        assertThat(failure(upstream).kind()).isEqualTo(Kind.RETRYABLE);

        server.doing((request, exchange) -> {
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 10_000; i++) {
                exchange.getResponseBody().write(new byte[10_000]);
            }
        });
        assertThat(failure(upstream).kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void aRedirectIsNotFollowed() {
        server.doing((request, exchange) -> {
            exchange.getResponseHeaders().add("Location", server.url() + "/elsewhere");
            UpstreamServer.send(exchange, 302, "{}");
        });

        assertThat(failure(upstream).kind()).isEqualTo(Kind.MISCONFIGURED);
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void tooManyRequestsIsWaitedForAsLongAsItSays() {
        server.doing((request, exchange) -> {
            exchange.getResponseHeaders().add("Retry-After", "17");
            UpstreamServer.send(exchange, 429, "{}");
        });
        assertThat(failure(upstream).retryAfter()).isEqualTo(Duration.ofSeconds(17));

        server.doing((request, exchange) -> {
            exchange.getResponseHeaders().add("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT");
            UpstreamServer.send(exchange, 503, "");
        });
        assertThat(failure(upstream).retryAfter()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void anUnreachableAddressIsAFailure() {
        var url = server.url();
        server.close();
        try (var nobody = new Upstream("the service", URI.create(url), Upstream.Limits.USUAL)) {
            assertThat(failure(nobody).why()).contains("cannot be reached");
        }
    }

    @Test
    void theCircuitOpensWhenMostFailAndClosesWhenTheServiceIsBack() {
        var limits = new Upstream.Limits(Duration.ofSeconds(5), 4, 50, Duration.ofMillis(2_500), 64 * 1024);
        try (var guarded = server.upstream(limits)) {
            server.answering(500, "");
            for (int i = 0; i < 4; i++) {
                assertThat(failure(guarded).why()).contains("answers 500");
            }
            var asked = server.asked().size();
            assertThat(failure(guarded).why()).contains("not called");
            assertThat(failure(guarded).retryAfter()).isEqualTo(Duration.ofMillis(2_500));
            assertThat(server.asked()).hasSize(asked);

            // Half open: one question gets through, fails, and it is open again.
            await().atMost(SOON).until(() -> failure(guarded).why().contains("answers 500"));
            assertThat(server.asked()).hasSize(asked + 1);
            assertThat(failure(guarded).why()).contains("not called");

            server.answering(200, "{}");
            await().atMost(SOON).ignoreExceptions().until(() -> ask(guarded) == 200);
            assertThat(ask(guarded)).isEqualTo(200);
        }
    }

    @Test
    void anAnswerThatMakesNoSenseCountsForTheCircuitAndOneThatSaysNoDoesNot() {
        var limits = new Upstream.Limits(Duration.ofSeconds(5), 4, 50, Duration.ofMinutes(1), 64 * 1024);
        try (var guarded = server.upstream(limits)) {
            var verifier = new EasySlipVerifier(guarded, true, "key");
            server.answering(404, "{\"status\":404,\"message\":\"slip_not_found\"}");
            for (int i = 0; i < 10; i++) {
                assertThat(verifier.verify(SlipQuestion.of("x"))).isInstanceOf(SlipOutcome.Rejected.class);
            }
            server.answering(200, "{\"status\":200,\"data\":{}}");
            for (int i = 0; i < 2; i++) {
                assertThat(((SlipOutcome.Unavailable) verifier.verify(SlipQuestion.of("x")))
                                .failure()
                                .why())
                        .contains("no valid reference");
            }
            assertThat(((SlipOutcome.Unavailable) verifier.verify(SlipQuestion.of("x")))
                            .failure()
                            .why())
                    .contains("not called");
            assertThat(server.asked()).hasSize(12);
        }
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
