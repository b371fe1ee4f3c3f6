package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.rail.SlipParty;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure.Kind;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.slip.SlipOutcome.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** EasySlip, both versions, as its documentation says it answers. */
class EasySlipVerifierTest {
    private static final String SLIP = """
            {"payload":"0000000000000000000000000000000000000000000000000000000000","transRef":"68370160657749I376388B35",
             "date":"2023-01-01T00:00:00+07:00","countryCode":"TH","amount":{"amount":1000.29,"local":{"amount":0,"currency":""}},
             "fee":0,"ref1":"","ref2":"","ref3":"",
             "sender":{"bank":{"id":"004","name":"กสิกรไทย","short":"KBANK"},
                       "account":{"name":{"th":"นาย อีซี่ สลิป","en":"MR. EASY SLIP"},"bank":{"type":"BANKAC","account":"1234xxxx5678"}}},
             "receiver":{"bank":{"id":"030","name":"ธนาคารออมสิน","short":"GSB"},
                         "account":{"name":{"th":"นาย อีซี่ สลิป"},"proxy":{"type":"EWALLETID","account":"12345xxxxxxxx67"}}}}""";

    private static final SlipOutcome FACTS = new SlipOutcome.Verified(new SlipOutcome.Facts(
            "68370160657749I376388B35",
            100_029,
            "THB",
            Instant.parse("2022-12-31T17:00:00Z"),
            new SlipParty("KBANK", "1234xxxx5678", null, List.of("นาย อีซี่ สลิป", "MR. EASY SLIP")),
            new SlipParty("GSB", null, "12345xxxxxxxx67", List.of("นาย อีซี่ สลิป"))));

    private final UpstreamServer server = new UpstreamServer();
    private final Upstream upstream = server.upstream();
    private final EasySlipVerifier first = new EasySlipVerifier(upstream, true, "EASYSECRET");
    private final EasySlipVerifier second = new EasySlipVerifier(upstream, false, "EASYSECRET");

    @AfterEach
    void close() {
        upstream.close();
        server.close();
    }

    private static SlipOutcome verify(SlipVerifier verifier) {
        return verifier.verify(SlipQuestion.of("00 41+QR&"));
    }

    @Test
    void theFirstVersionIsAskedInTheAddress() {
        server.answering(200, "{\"status\":200,\"data\":" + SLIP + "}");

        assertThat(verify(first)).isEqualTo(FACTS);
        var asked = server.last();
        assertThat(asked.method() + " " + asked.target()).isEqualTo("GET /api/v1/verify?payload=00+41%2BQR%26");
        assertThat(asked.headers()).containsEntry("Authorization", "Bearer EASYSECRET");
    }

    @Test
    void theFirstVersionTakesAPicture() {
        server.answering(404, "{\"status\":404,\"message\":\"qrcode_not_found\"}");

        assertThat(first.verify(new SlipQuestion(null, new byte[] {(byte) 0xFF, (byte) 0xD8, 1}, null)))
                .isEqualTo(new SlipOutcome.Rejected(Reason.UNREADABLE));
        var asked = server.last();
        assertThat(asked.method() + " " + asked.target()).isEqualTo("POST /api/v1/verify");
        assertThat(asked.text()).contains("name=\"file\"; filename=\"slip.jpg\"", "Content-Type: image/jpeg");
    }

    @ParameterizedTest
    @CsvSource({
        "400, invalid_payload, NOT_A_SLIP",
        "400, invalid_image, UNREADABLE",
        "400, image_size_too_large, UNREADABLE",
        "404, qrcode_not_found, UNREADABLE",
        "404, slip_not_found, NOT_FOUND"
    })
    void aRefusalOfTheFirstVersionHasAReason(int status, String message, Reason reason) {
        server.answering(status, String.format(Locale.ROOT, "{\"status\":%d,\"message\":\"%s\"}", status, message));

        assertThat(verify(first)).isEqualTo(new SlipOutcome.Rejected(reason));
    }

    @ParameterizedTest
    @CsvSource({
        "401, unauthorized, MISCONFIGURED",
        "403, access_denied, MISCONFIGURED",
        "403, account_not_verified, MISCONFIGURED",
        "403, application_expired, MISCONFIGURED",
        "403, application_deactivated, MISCONFIGURED",
        "403, quota_exceeded, MISCONFIGURED",
        "500, server_error, RETRYABLE",
        "500, api_server_error, RETRYABLE",
        "403, something_new, MISCONFIGURED",
        "401, '', MISCONFIGURED",
        "400, something_new, RETRYABLE",
        "400, invalid_check_duplicate, RETRYABLE",
        "502, something_new, RETRYABLE"
    })
    void aFailureOfTheFirstVersionSaysWhoCanMendIt(int status, String message, Kind kind) {
        server.answering(status, String.format(Locale.ROOT, "{\"status\":%d,\"message\":\"%s\"}", status, message));

        assertThat(((SlipOutcome.Unavailable) verify(first)).failure().kind()).isEqualTo(kind);
    }

    @Test
    void aSlipThatTheFirstVersionSawBeforeIsATransferAllTheSame() {
        server.answering(400, "{\"status\":400,\"message\":\"duplicate_slip\",\"data\":" + SLIP + "}");
        assertThat(verify(first)).isEqualTo(FACTS);

        server.answering(400, "{\"status\":400,\"message\":\"duplicate_slip\"}");
        assertThat(((SlipOutcome.Unavailable) verify(first)).failure().kind()).isEqualTo(Kind.RETRYABLE);
    }

    @Test
    void theSecondVersionIsAskedInABodyAndItsOwnOpinionOfDuplicatesIsNot() {
        server.answering(200, """
                {"success":true,"data":{"isDuplicate":true,"matchedAccount":null,"amountInSlip":1000.29,"rawSlip":%s},"message":"ok"}""".formatted(SLIP));

        assertThat(verify(second)).isEqualTo(FACTS);
        var asked = server.last();
        assertThat(asked.method() + " " + asked.target()).isEqualTo("POST /v2/verify/bank");
        assertThat(asked.headers()).containsEntry("Authorization", "Bearer EASYSECRET");
        assertThat(asked.text()).contains("\"payload\":\"00 41+QR&\"", "\"checkDuplicate\":false");
    }

    @ParameterizedTest
    @CsvSource({"400, VALIDATION_ERROR, NOT_A_SLIP", "404, SLIP_NOT_FOUND, NOT_FOUND"})
    void aRefusalOfTheSecondVersionHasAReason(int status, String code, Reason reason) {
        server.answering(status, error(code));

        assertThat(verify(second)).isEqualTo(new SlipOutcome.Rejected(reason));
    }

    @ParameterizedTest
    @CsvSource({
        "401, MISSING_API_KEY, MISCONFIGURED",
        "401, INVALID_API_KEY, MISCONFIGURED",
        "403, BRANCH_INACTIVE, MISCONFIGURED",
        "403, SERVICE_BANNED, MISCONFIGURED",
        "403, SERVICE_DELETED, MISCONFIGURED",
        "403, IP_NOT_ALLOWED, MISCONFIGURED",
        "403, QUOTA_EXCEEDED, MISCONFIGURED",
        "404, NOT_FOUND, MISCONFIGURED",
        "500, API_SERVER_ERROR, RETRYABLE",
        "500, INTERNAL_SERVER_ERROR, RETRYABLE",
        "403, SOMETHING_NEW, MISCONFIGURED",
        "418, SOMETHING_NEW, RETRYABLE"
    })
    void aFailureOfTheSecondVersionSaysWhoCanMendIt(int status, String code, Kind kind) {
        server.answering(status, error(code));

        var outcome = (SlipOutcome.Unavailable) verify(second);
        assertThat(outcome.failure().kind()).isEqualTo(kind);
        assertThat(outcome.failure().why()).doesNotContain("SECRET");
    }

    @Test
    void aSlipThatComesTooEarlyWaits() {
        server.answering(404, error("SLIP_PENDING"));
        assertThat(verify(second)).isEqualTo(new SlipOutcome.Pending(Duration.ofMinutes(5)));

        server.answering(404, "{\"status\":404,\"message\":\"slip_pending\"}");
        assertThat(verify(first)).isEqualTo(new SlipOutcome.Pending(Duration.ofMinutes(5)));
    }

    @Test
    void theSecondVersionIsNotAskedWhatItDoesNotTake() {
        assertThat(((SlipOutcome.Unavailable) second.verify(new SlipQuestion(null, new byte[] {1}, null)))
                        .failure()
                        .kind())
                .isEqualTo(Kind.UNSUPPORTED);
        assertThat(second.verify(SlipQuestion.of("x".repeat(129))))
                .isEqualTo(new SlipOutcome.Rejected(Reason.NOT_A_SLIP));
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"success\":true,\"data\":{}}",
                "{\"success\":true,\"data\":{\"rawSlip\":{\"transRef\":\"A\"}}}",
                "{\"success\":false}",
                "{\"status\":200,\"data\":{\"transRef\":\"A\",\"amount\":{\"amount\":\"free\"}}}",
                "{\"status\":200}"
            })
    void anythingElseIsNoAnswer(String body) {
        server.answering(200, body);

        assertThat(verify(first)).isInstanceOf(SlipOutcome.Unavailable.class);
        assertThat(verify(second)).isInstanceOf(SlipOutcome.Unavailable.class);
    }

    /** The code of a slip of the TrueMoney wallet. */
    private static final String WALLET = "00480002010102010203P2P0313TXN00012345670408250120249104b425";

    @Test
    void aSlipOfTheWalletIsNeverNoSlip() {
        server.answering(400, "{\"status\":400,\"message\":\"invalid_payload\"}");
        requireUnsupported(first.verify(SlipQuestion.of(WALLET)));
        server.answering(400, error("VALIDATION_ERROR"));
        requireUnsupported(second.verify(SlipQuestion.of(WALLET)));
        server.answering(400, "{\"code\":1008}");
        requireUnsupported(new SlipOkVerifier(upstream, "1", "EASYSECRET").verify(SlipQuestion.of(WALLET)));
    }

    private static void requireUnsupported(SlipOutcome outcome) {
        var failure = ((SlipOutcome.Unavailable) outcome).failure();
        assertThat(failure.kind()).isEqualTo(Kind.UNSUPPORTED);
        assertThat(failure.why()).contains("TrueMoney wallet");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"id\":\"\",\"short\":\"\"', DUMMY, xxxxxx0000, ',\"proxy\":{\"type\":\"MSISDN\",\"account\":\"xxx-xxx-4321\"}',, , xxxxxx4321",
        "'\"id\":\"014\",\"short\":\"SCB\"', DUMMY, 0000000000, '', SCB,,",
        "'\"id\":\"014\"', dummy, 0000000000, '', SCB,,",
        "'\"id\":\"014\"', TOKEN, 1234567890, '', SCB,,",
        "'\"short\":\"CIMB\"', BANKAC, xxx-x-x4321-x, '', CIMBT, xxxxx4321x,"
    })
    void anAccountThatStandsForNoneIsNoNumber(
            String bank, String type, String number, String more, String code, String account, String proxy) {
        server.answering(200, """
                {"status":200,"data":{"transRef":"A1","amount":{"amount":1},
                 "receiver":{"bank":{%s},"account":{"name":{"th":"ร้าน"},"bank":{"type":"%s","account":"%s"}%s}}}}""".formatted(bank, type, number, more));

        var facts = ((SlipOutcome.Verified) verify(first)).facts();
        assertThat(facts.receiver()).isEqualTo(new SlipParty(code, account, proxy, List.of("ร้าน")));
    }

    private static String error(String code) {
        return "{\"success\":false,\"error\":{\"code\":\"%s\",\"message\":\"key EASYSECRET\"}}".formatted(code);
    }
}
