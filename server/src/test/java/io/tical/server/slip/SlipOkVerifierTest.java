package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.rail.SlipParty;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.slip.SlipOutcome.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SlipOK, as its documentation says it answers. */
class SlipOkVerifierTest {
    private static final String DATA = """
            {"success":true,"message":"✅","language":"TH","transRef":"010092101507665143","sendingBank":"004","receivingBank":"006",
             "transDate":"20200401","transTime":"10:15:07","transTimestamp":"2020-04-01T03:15:07.000Z",
             "sender":{"displayName":"นาย กสิกร ร","name":"Mr. Kasikorn R","proxy":{"type":null,"value":null},
                       "account":{"type":"BANKAC","value":"xxx-x-x9866-x"}},
             "receiver":{"displayName":"นาย กรุงไทย","name":"","proxy":{"type":"MSISDN","value":"xxx-xxx-1234"},
                         "account":{"type":"","value":""}},
             "amount":1250.07,"paidLocalAmount":1250.07,"paidLocalCurrency":"764","countryCode":"TH","ref1":"","ref2":"","ref3":""}""";

    private final UpstreamServer server = new UpstreamServer();
    private final Upstream upstream = server.upstream();
    private final SlipOkVerifier verifier = new SlipOkVerifier(upstream, "12345", "SLIPOKSECRET");

    @AfterEach
    void close() {
        upstream.close();
        server.close();
    }

    private SlipOutcome verify() {
        return verifier.verify(SlipQuestion.of("0041QR"));
    }

    @Test
    void aTransferThatHappenedIsReadWhole() {
        server.answering(200, "{\"success\":true,\"data\":" + DATA + "}");

        assertThat(verify())
                .isEqualTo(new SlipOutcome.Verified(new SlipOutcome.Facts(
                        "010092101507665143",
                        125_007,
                        "THB",
                        Instant.parse("2020-04-01T03:15:07Z"),
                        new SlipParty("KBANK", "xxxxx9866x", null, List.of("นาย กสิกร ร", "Mr. Kasikorn R")),
                        new SlipParty("KTB", null, "xxxxxx1234", List.of("นาย กรุงไทย")))));

        var asked = server.last();
        assertThat(asked.method() + " " + asked.target()).isEqualTo("POST /api/line/apikey/12345");
        assertThat(asked.headers()).containsEntry("x-authorization", "SLIPOKSECRET");
        assertThat(asked.text()).isEqualTo("{\"data\":\"0041QR\"}");
    }

    @Test
    void withoutATimestampTheDateAndTimeOnTheSlipCount() {
        server.answering(
                200, "{\"success\":true,\"data\":" + DATA.replace("\"2020-04-01T03:15:07.000Z\"", "null") + "}");

        assertThat(((SlipOutcome.Verified) verify()).facts().transferredAt())
                .isEqualTo(Instant.parse("2020-04-01T03:15:07Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "1005, UNREADABLE",
        "1006, UNREADABLE",
        "1007, UNREADABLE",
        "1008, NOT_A_SLIP",
        "1011, NOT_FOUND",
        "1013, WRONG_AMOUNT",
        "1014, WRONG_RECEIVER"
    })
    void aRefusalHasAReason(String code, Reason reason) {
        for (var written : List.of(code, "\"" + code + "\"")) {
            server.answering(400, "{\"code\":" + written + ",\"message\":\"…\"}");

            assertThat(verify()).isEqualTo(new SlipOutcome.Rejected(reason));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000", "1001", "1002", "1003", "1004"})
    void failuresThatTheOperatorMustFixAreDistinguished(String code) {
        for (var written : List.of(code, "\"" + code + "\"")) {
            server.answering(400, "{\"code\":" + written + ",\"message\":\"bad key SLIPOKSECRET\"}");

            var outcome = (SlipOutcome.Unavailable) verify();
            assertThat(outcome.failure().kind()).isEqualTo(Kind.MISCONFIGURED);
            assertThat(outcome.failure().why()).contains(code).doesNotContain("SECRET");
        }
    }

    @Test
    void aBankThatIsDownIsLeftAloneForAQuarterOfAnHour() {
        server.answering(400, "{\"code\":1009,\"message\":\"…\"}");

        assertThat(verify()).isEqualTo(new SlipOutcome.Pending(Duration.ofMinutes(15)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"bankCode\":\"002\",\"bankName\":\"BBL\",\"delay\":8} | 8",
                "{\"bankCode\":\"014\",\"delay\":\"3\"} | 3",
                "{\"delay\":0} | 1",
                "{\"delay\":9999} | 90",
                "{\"delay\":-2} | 5",
                "{\"delay\":\"soon\"} | 5",
                "{} | 5"
            })
    void aSlipThatComesTooEarlyWaitsAsLongAsItSays(String data, long minutes) {
        server.answering(400, "{\"code\":1010,\"message\":\"…\",\"data\":" + data + "}");

        assertThat(verify()).isEqualTo(new SlipOutcome.Pending(Duration.ofMinutes(minutes)));
    }

    @Test
    void aSlipThatSlipOkSawBeforeIsATransferAllTheSame() {
        server.answering(400, "{\"code\":1012,\"message\":\"…\",\"data\":" + DATA + "}");
        assertThat(((SlipOutcome.Verified) verify()).facts().amount()).isEqualTo(125_007);

        server.answering(400, "{\"code\":1012,\"message\":\"…\"}");
        assertThat(((SlipOutcome.Unavailable) verify()).failure().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":1099}",
                "{\"code\":null}",
                "{}",
                "{\"success\":true,\"data\":{\"transRef\":\"A1\"}}",
                "{\"success\":true,\"data\":{\"transRef\":\"A1\",\"amount\":0}}",
                "{\"success\":true,\"data\":{\"amount\":5}}",
                "{\"success\":true}"
            })
    void anythingElseIsNoAnswer(String body) {
        for (var status : new int[] {200, 400, 500}) {
            server.answering(status, body);

            assertThat(((SlipOutcome.Unavailable) verify()).failure().kind()).isEqualTo(Kind.RETRYABLE);
        }
    }

    @Test
    void aPictureGoesAsAFile() {
        server.answering(400, "{\"code\":1007,\"message\":\"no QR\"}");
        var image = new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, 13, 10};

        assertThat(verifier.verify(new SlipQuestion(null, image, null)))
                .isEqualTo(new SlipOutcome.Rejected(Reason.UNREADABLE));

        var asked = server.last();
        var type = asked.headers().get("Content-Type");
        assertThat(type).startsWith("multipart/form-data; boundary=");
        var boundary = type.substring(type.indexOf('=') + 1);
        assertThat(asked.text())
                .isEqualTo("--" + boundary
                        + "\r\nContent-Disposition: form-data; name=\"files\"; filename=\"slip.png\"\r\nContent-Type: image/png\r\n\r\n"
                        + new String(image, StandardCharsets.ISO_8859_1) + "\r\n--" + boundary + "--\r\n");
    }
}
