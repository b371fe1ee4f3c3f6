package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.rail.UpstreamServer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /v1/slip/verify} on a whole service, whose verifier is SlipOK on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipVerificationTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger(100_000);

    private final UpstreamServer upstream = new UpstreamServer();
    private TestService service;
    private Merchant test;
    private Merchant live;
    private String reference;
    private String qrData;

    @BeforeAll
    void start() {
        service = TestService.start(
                Map.of(
                        "TICAL_RATE_LIMIT_VERIFY", "0",
                        "TICAL_SLIP_VERIFIER", "slipok",
                        "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                        "TICAL_SLIP_VERIFIER_KEY", "key",
                        "TICAL_SLIP_VERIFIER_BRANCH", "1"),
                TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.close();
        upstream.close();
    }

    @BeforeEach
    void newMerchantAndSlip() {
        test = service.merchant();
        live = service.live(test);
        reference = "REF" + NUMBERS.incrementAndGet() + "ABCDEFGHIJK";
        qrData = PrintedSlip.qr(reference);
        upstream.answering(asked -> PrintedSlip.verified(PrintedSlip.referenceOf(asked)));
    }

    private Reply verify() {
        return verify(live);
    }

    private Reply verify(Merchant merchant) {
        return merchant.post("/v1/slip/verify", body(qrData));
    }

    private static String body(String qrData) {
        return "{\"qr_data\":\"" + qrData + "\"}";
    }

    private int asked() {
        return upstream.asked().size();
    }

    @Test
    void aGenuineSlipIsVerifiedWithAllDetailsOfTheBank() {
        var reply = verify().expect(200);

        assertThat(reply.data().toString())
                .isEqualTo(String.format(Locale.ROOT, """
                {"success":true,"status":"verified","reason":null,"ref":"%s","amount":125007,"currency":"THB","transferred_at":1763694907,\
                "sender":{"bank_code":"KBANK","account_no":"xxxxx6789x","name":"Mr. Somchai J"},\
                "receiver":{"bank_code":"SCB","account_no":"xxxxx4321x","name":"Demo Shop"},\
                "duplicate":false,"cached":false,"verified_at":%d}""", reference, reply.number("verified_at")));
        assertThat(reply.number("verified_at"))
                .isCloseTo(reply.json().at("/meta/timestamp").asLong(), offset(5L));
    }

    @Test
    void theSameSlipIsAnsweredForADayWithoutAskingAgain() {
        verify().expect(200);
        var before = asked();

        var again = verify().expect(200);

        assertThat(asked()).isEqualTo(before);
        assertThat(again.word("cached") + again.word("duplicate")).isEqualTo("truetrue");
        assertThat(again.number("amount")).isEqualTo(125_007);

        age("23 hours 59 minutes");
        assertThat(verify().word("cached")).isEqualTo("true");
        assertThat(asked()).isEqualTo(before);

        age("2 minutes");
        var fresh = verify().expect(200);
        assertThat(fresh.word("cached") + fresh.word("duplicate")).isEqualTo("falsetrue");
        assertThat(asked()).isEqualTo(before + 1);
    }

    private void age(String interval) {
        service.asService(
                "slip_verification",
                "UPDATE slip_verification SET verified_at = verified_at - interval '" + interval
                        + "' WHERE organization_id = '" + live.organizationId() + "'");
    }

    @Test
    void aVerificationIsReadByItsReferenceForADayWithoutAskingTheVerifier() {
        verify().expect(200);
        var before = asked();

        var read = live.get("/v1/slip/verify/" + reference).expect(200);
        assertThat(read.word("ref")).isEqualTo(reference);
        assertThat(read.word("status")).isEqualTo("verified");
        assertThat(read.word("cached") + read.word("duplicate")).isEqualTo("truefalse");

        verify().expect(200);
        assertThat(live.get("/v1/slip/verify/" + reference).word("duplicate")).isEqualTo("true");

        live.get("/v1/slip/verify/UNKNOWN").expect(404, "SLIP_NOT_FOUND");
        live.get("/v1/slip/verify/%E0%B8%81%20" + "x".repeat(500)).expect(404, "SLIP_NOT_FOUND");
        age("24 hours");
        live.get("/v1/slip/verify/" + reference).expect(404, "SLIP_NOT_FOUND");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aMerchantDoesNotSeeAnothersVerification() {
        verify().expect(200);
        var before = asked();
        var other = service.live(service.merchant());

        other.get("/v1/slip/verify/" + reference).expect(404, "SLIP_NOT_FOUND");
        var reply = verify(other).expect(200);

        assertThat(reply.word("cached") + reply.word("duplicate")).isEqualTo("falsefalse");
        assertThat(asked()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"1008, not_a_slip", "1011, not_found", "1013, wrong_amount", "1014, wrong_receiver", "1006, unreadable"
    })
    void aRejectedSlipIsAnsweredWith200AndIsNotStored(int code, String reason) {
        upstream.answering(400, "{\"code\":" + code + "}");
        var before = asked();

        var reply = verify().expect(200);
        assertThat(reply.data().toString()).isEqualTo("""
                {"success":false,"status":"rejected","reason":"%s","ref":null,"amount":null,"currency":null,"transferred_at":null,\
                "sender":null,"receiver":null,"duplicate":false,"cached":false,"verified_at":null}""".formatted(reason));

        verify().expect(200);
        assertThat(asked()).isEqualTo(before + 2);
    }

    @Test
    void aSlipOfTheWalletIsNotCalledNoSlipWhenTheVerifierDoesNotKnowIt() {
        upstream.answering(400, "{\"code\":1008}");

        var reply = live.post("/v1/slip/verify", body("00480002010102010203P2P0313TXN00012345670408250120249104b425"))
                .expect(200);

        assertThat(reply.word("success") + " " + reply.word("status") + " " + reply.word("reason"))
                .isEqualTo("false rejected unsupported");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ABCD",
                "004100060000010103014022000111222233344ABCD125102TH910417DE",
                "00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD"
            })
    void aTextThatIsNotASlipsCodeIsRejectedWithoutAskingTheVerifier(String text) {
        var before = asked();
        var reply = live.post("/v1/slip/verify", body(text)).expect(200);

        assertThat(reply.word("status") + " " + reply.word("reason")).isEqualTo("rejected not_a_slip");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aSlipIsPendingWhileTheBankIsLate() {
        upstream.answering(400, "{\"code\":1010,\"data\":{\"delay\":7}}");
        var reply = verify().expect(200);
        assertThat(reply.word("success") + reply.word("status") + reply.word("reason"))
                .isEqualTo("falsependingbank_delayed");

        upstream.answering(asked -> PrintedSlip.verified(PrintedSlip.referenceOf(asked)));
        assertThat(verify().word("status")).isEqualTo("verified");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":1002}", "{\"code\":1004}", "garbage", "{}"})
    void aVerifierThatDoesNotAnswerIs503AndTheKeyCanBeUsedAgain(String body) {
        upstream.answering(400, body);
        // A verifier of its own, so that no other test meets an open circuit.
        try (var other = service.node(
                Map.of(
                        "TICAL_RATE_LIMIT_VERIFY", "0",
                        "TICAL_SLIP_VERIFIER", "slipok",
                        "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                        "TICAL_SLIP_VERIFIER_KEY", "key",
                        "TICAL_SLIP_VERIFIER_BRANCH", "1"),
                TestService.WITHOUT_WORK)) {
            var merchant = live.at(other.port());
            var key = Ids.next().toString();

            var refused = merchant.post("/v1/slip/verify", body(qrData), key).expect(503, "SERVICE_UNAVAILABLE");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();

            upstream.answering(asked -> PrintedSlip.verified(PrintedSlip.referenceOf(asked)));
            merchant.post("/v1/slip/verify", body(qrData), key).expect(200);
        }
    }

    @Test
    void aRetryIsAnsweredFromTheRecordWithoutAskingTheVerifier() {
        var key = Ids.next().toString();
        var first = live.post("/v1/slip/verify", body(qrData), key).expect(200);
        var before = asked();

        var replay = live.post("/v1/slip/verify", body(qrData), key).expect(200);
        assertThat(replay.data()).isEqualTo(first.data());
        assertThat(replay.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(asked()).isEqualTo(before);

        live.post("/v1/slip/verify", body(PrintedSlip.qr("ANOTHERSLIP123456789")), key)
                .expect(409, "IDEMPOTENCY_KEY_REUSED");
        live.post("/v1/slip/verify", "{}", key).expect(409, "IDEMPOTENCY_KEY_REUSED");
        assertThat(asked()).isEqualTo(before);
        assertThat(live.get("/v1/slip/verify/" + reference).word("duplicate")).isEqualTo("false");
    }

    @Test
    void aVerificationInProgressHoldsNoConnectionAndRefusesItsDuplicate() throws Exception {
        var inside = new CountDownLatch(1);
        var on = new CountDownLatch(1);
        upstream.doing((request, exchange) -> {
            inside.countDown();
            try {
                on.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            service.requireNoConnectionInUse();
            UpstreamServer.send(exchange, 200, PrintedSlip.verified(reference));
        });
        var key = Ids.next().toString();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> live.post("/v1/slip/verify", body(qrData), key));
            inside.await();
            live.post("/v1/slip/verify", body(qrData), key).expect(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS");
            on.countDown();
            first.get().expect(200);
        }
    }

    @Test
    void aTestKeyIsRefusedBeforeAnythingElse() {
        verify().expect(200);
        var before = asked();

        verify(test).expect(403, "TEST_KEY_NOT_ALLOWED");
        test.post("/v1/slip/verify", "{}").expect(403, "TEST_KEY_NOT_ALLOWED");
        test.get("/v1/slip/verify/" + reference).expect(403, "TEST_KEY_NOT_ALLOWED");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aKeyWithoutTheScopeIsRefused() {
        var other = service.scoped(live, true, Scope.BANK_VERIFY, Scope.PAYINS_READ);

        verify(other).expect(403, "SCOPE_MISSING");
        other.get("/v1/slip/verify/X").expect(403, "SCOPE_MISSING");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"qr_data\":\"\"}",
                "{\"qr_data\":\"  \"}",
                "{\"qr_data\":null}",
                "{\"qr_data\":7}",
                "{\"qr_data\":\"a\\u0000b\"}"
            })
    void aBodyWithoutTheTextOfACodeIs400(String body) {
        var before = asked();
        var reply = live.post("/v1/slip/verify", body).expect(400, "VALIDATION_FAILED");

        assertThat(reply.json().at("/errors/0/field").asText()).isEqualTo("qr_data");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void otherInvalidBodiesHaveTheUsualErrors() {
        live.post("/v1/slip/verify", body("x".repeat(513))).expect(400, "VALIDATION_FAILED");
        live.post("/v1/slip/verify", "[]").expect(400, "JSON_INVALID");
        live.send("POST", "/v1/slip/verify", Map.of(), body(qrData)).expect(400, "IDEMPOTENCY_KEY_REQUIRED");
    }

    @Test
    void aVerificationIsDeletedAfterADayButItsSlipStaysADuplicate() {
        verify().expect(200);
        age("25 hours");

        assertThat(service.tical().slipVerifications().forget(5_000)).isPositive();

        assertThat(count("slip_verification")).isZero();
        assertThat(count("slip_seen")).isEqualTo(1);
        assertThat(verify().word("duplicate")).isEqualTo("true");
    }

    private long count(String table) {
        return service.count(
                "SELECT count(*) FROM " + table + " WHERE organization_id = '" + live.organizationId() + "'");
    }

    @Test
    void withoutAVerifierAVerificationIs503AndEarlierOnesCanBeRead() {
        verify().expect(200);
        try (var off = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var merchant = live.at(off.port());

            verify(merchant).expect(503, "SLIP_VERIFY_DISABLED");
            merchant.post("/v1/slip/verify", "{}").expect(400, "VALIDATION_FAILED");
            verify(test.at(off.port())).expect(403, "TEST_KEY_NOT_ALLOWED");
            merchant.get("/v1/slip/verify/" + reference).expect(200);
        }
    }

    @Test
    void aConfiguredSimulatorAnswersLiveKeys() {
        try (var simulated = service.node(
                Map.of("TICAL_SLIP_VERIFIER", "simulator", "TICAL_RATE_LIMIT_VERIFY", "0"), TestService.WITHOUT_WORK)) {
            var merchant = live.at(simulated.port());
            assertThat(verify(merchant).expect(200).word("ref")).isEqualTo(reference);
            assertThat(merchant.post("/v1/slip/verify", body("ABCD"))
                            .expect(200)
                            .word("reason"))
                    .isEqualTo("not_a_slip");
        }
        assertThat(upstream.asked()).noneMatch(asked -> asked.text().contains(reference));
    }

    @Test
    void aMerchantMayAskTenTimesAtOnceAndThenFiveTimesASecond() {
        try (var limited = service.node(Map.of("TICAL_SLIP_VERIFIER", "simulator"), TestService.WITHOUT_WORK)) {
            var merchant = live.at(limited.port());
            var begun = System.nanoTime();
            var first = merchant.post("/v1/slip/verify", "{}").expect(400);
            assertThat(first.headers().firstValue("X-RateLimit-Limit")).contains("5");
            assertThat(first.headers().firstValue("X-RateLimit-Remaining")).contains("9");
            var passed = 1;
            var reply = first;
            while (reply.status() != 429 && passed < 500) {
                reply = merchant.post("/v1/slip/verify", "{}");
                passed += reply.status() == 429 ? 0 : 1;
            }
            var seconds = (System.nanoTime() - begun) / 1e9;
            reply.expect(429, "RATE_LIMITED");
            assertThat(reply.headers().firstValue("X-RateLimit-After")).contains("1");
            assertThat((double) passed).isBetween(10.0, 11 + 5 * seconds);
            // Another merchant, and requests that do not ask the verifier, are not limited.
            service.live(service.merchant())
                    .at(limited.port())
                    .post("/v1/slip/verify", "{}")
                    .expect(400);
            for (int i = 0; i < 12; i++) {
                merchant.get("/v1/slip/verify/X").expect(404);
            }
            await().until(() -> merchant.post("/v1/slip/verify", "{}").status() == 400);
        }
    }
}
