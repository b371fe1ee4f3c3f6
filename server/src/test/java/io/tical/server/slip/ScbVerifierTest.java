package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.rail.SlipParty;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.slip.SlipOutcome.Reason;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Siam Commercial Bank, as its documentation says it answers. */
class ScbVerifierTest {
    private static final String QR = "004100060000010103014022000111222233344ABCD125102TH910417DF";
    private static final String TRANSACTION = """
            {"status":{"code":1000,"description":"Success"},
             "data":{"transRef":"00111222233344ABCD12","sendingBank":"014","receivingBank":"014","transDate":"20251121","transTime":"09:30:00",
               "sender":{"displayName":"MISS ONE","name":"MISS ONE TWO","proxy":{"type":null,"value":null},"account":{"type":"BANKAC","value":"xxx-xxx123-4"}},
               "receiver":{"displayName":"SHOP","name":"SHOP CO LTD","proxy":{"type":"BILLERID","value":"099999999999990"},"account":{"type":"BANKAC","value":"xxx-xxx567-8"}},
               "amount":"1250.00","paidLocalAmount":"1250.00","paidLocalCurrency":"764","countryCode":"TH","ref1":"A","ref2":"B","ref3":"C"}}""";

    private final UpstreamServer server = new UpstreamServer();
    private final Upstream upstream = server.upstream();
    private final ScbVerifier verifier = new ScbVerifier(upstream, "app-key", "APPSECRET", Clock.systemUTC());
    private final AtomicInteger tokens = new AtomicInteger();

    @AfterEach
    void close() {
        upstream.close();
        server.close();
    }

    private void answering(int expiresIn, int status, String transaction) {
        server.doing((request, exchange) -> {
            if (exchange.getRequestURI().getPath().equals("/v1/oauth/token")) {
                UpstreamServer.send(
                        exchange, 200, String.format(Locale.ROOT, """
                        {"status":{"code":1000},"data":{"accessToken":"token-%d","tokenType":"Bearer","expiresIn":%d}}""", tokens.incrementAndGet(), expiresIn));
            } else {
                UpstreamServer.send(exchange, status, transaction);
            }
        });
    }

    private SlipOutcome verify() {
        return verifier.verify(SlipQuestion.of(QR));
    }

    @Test
    void aBillPaymentIsLookedUpByItsReference() {
        answering(1800, 200, TRANSACTION);

        assertThat(verify())
                .isEqualTo(new SlipOutcome.Verified(new SlipOutcome.Facts(
                        "00111222233344ABCD12",
                        125_000,
                        "THB",
                        Instant.parse("2025-11-21T02:30:00Z"),
                        new SlipParty("SCB", "xxxxxx1234", null, List.of("MISS ONE", "MISS ONE TWO")),
                        new SlipParty("SCB", "xxxxxx5678", "099999999999990", List.of("SHOP", "SHOP CO LTD")))));

        var login = server.asked().getFirst();
        assertThat(login.text()).contains("\"applicationKey\":\"app-key\"", "\"applicationSecret\":\"APPSECRET\"");
        var asked = server.last();
        assertThat(asked.method() + " " + asked.target())
                .isEqualTo("GET /v1/payment/billpayment/transactions/00111222233344ABCD12?sendingBank=014");
        assertThat(asked.headers())
                .containsEntry("authorization", "Bearer token-1")
                .containsEntry("resourceOwnerID", "app-key");
        assertThat(asked.headers().get("requestUID")).isNotBlank();
    }

    @Test
    void aTokenIsUsedUntilItEnds() {
        answering(1800, 200, TRANSACTION);
        verify();
        verify();
        assertThat(tokens).hasValue(1);

        // Shorter than the reserve: a new one each time.
        try (var other = server.upstream()) {
            answering(30, 200, TRANSACTION);
            var shortLived = new ScbVerifier(other, "app-key", "APPSECRET", Clock.systemUTC());
            shortLived.verify(SlipQuestion.of(QR));
            shortLived.verify(SlipQuestion.of(QR));
        }
        assertThat(tokens).hasValue(3);
    }

    @Test
    void aTokenThatIsRefusedIsReplacedOnce() {
        answering(1800, 401, "{\"status\":{\"code\":9503}}");

        var outcome = (SlipOutcome.Unavailable) verify();

        assertThat(outcome.failure().kind()).isEqualTo(Kind.MISCONFIGURED);
        assertThat(tokens).hasValue(2);
        assertThat(server.asked()).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | {\"status\":{\"code\":9100}} | MISCONFIGURED",
                "400 | {\"status\":{\"code\":1102}} | RETRYABLE",
                "500 | {\"status\":{\"code\":9700}} | RETRYABLE",
                "200 | {\"status\":{\"code\":1999}} | RETRYABLE",
                "200 | {\"status\":{\"code\":1000}} | RETRYABLE",
                "200 | {\"status\":{\"code\":1000},\"data\":{\"transRef\":\"A\",\"amount\":\"1,250.00\"}} | RETRYABLE"
            })
    void anUndecidableAnswerIsLeftToStaff(int status, String body, Kind kind) {
        answering(1800, status, body);

        assertThat(((SlipOutcome.Unavailable) verify()).failure().kind()).isEqualTo(kind);
    }

    @Test
    void anUnknownTransactionIsRejected() {
        answering(1800, 404, "{\"status\":{\"code\":4101}}");

        assertThat(verify()).isEqualTo(new SlipOutcome.Rejected(Reason.NOT_FOUND));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"status\":{\"code\":9500,\"description\":\"APPSECRET\"}} | MISCONFIGURED",
                "200 | {\"status\":{\"code\":1000},\"data\":{}} | MISCONFIGURED",
                "200 | {\"status\":{\"code\":1000},\"data\":{\"accessToken\":\"a\\r\\nb\"}} | MISCONFIGURED",
                "503 | {\"status\":{\"code\":9900}} | RETRYABLE"
            })
    void withoutATokenNothingIsAsked(int status, String body, Kind kind) {
        server.answering(status, body);

        var outcome = (SlipOutcome.Unavailable) verify();
        assertThat(outcome.failure().kind()).isEqualTo(kind);
        assertThat(outcome.failure().why()).doesNotContain("SECRET");
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void aSlipOfTheWalletIsNeverNoSlip() {
        var outcome = verifier.verify(SlipQuestion.of("00490002010102010203P2P0314TXID12345678900408310520269104f05e"));
        assertThat(((SlipOutcome.Unavailable) outcome).failure().kind()).isEqualTo(Kind.UNSUPPORTED);
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ABCD",
                "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD",
                "0041000600000101030142XX"
            })
    void anAnswerWithoutATransactionIsNoSlip(String qrData) {
        assertThat(verifier.verify(SlipQuestion.of(qrData))).isEqualTo(new SlipOutcome.Rejected(Reason.NOT_A_SLIP));
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void aPictureIsNotTaken() {
        assertThat(((SlipOutcome.Unavailable) verifier.verify(new SlipQuestion(null, new byte[] {1}, null)))
                        .failure()
                        .kind())
                .isEqualTo(Kind.UNSUPPORTED);
    }
}
