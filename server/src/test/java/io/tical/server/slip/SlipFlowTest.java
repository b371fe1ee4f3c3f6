package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.result;
import static io.tical.server.slip.SlipDrawing.slip;
import static io.tical.server.slip.SlipDrawing.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.picture.Pictures;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.StaffDecision;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of a live slip from its upload to its payin's end, with SlipOK on loopback as the verifier. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipFlowTest {
    private static final AtomicLong AMOUNTS = new AtomicLong(100_000);

    private final UpstreamServer upstream = new UpstreamServer();
    private TestService service;
    private Merchant live;
    private String payin;
    private String reference;
    private long expected;

    @BeforeAll
    void start() {
        service = TestService.start(settings(upstream));
    }

    private static Map<String, String> settings(UpstreamServer upstream) {
        return Map.of(
                "TICAL_SLIP_VERIFIER", "slipok",
                "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                "TICAL_SLIP_VERIFIER_KEY", "key",
                "TICAL_SLIP_VERIFIER_BRANCH", "1",
                "TICAL_SLIP_POLL_SECONDS", "1,2,3,5");
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.close();
        upstream.close();
    }

    @BeforeEach
    void newPayin() {
        var merchant = service.merchant();
        service.payinFee(merchant, "THB", 10, 100);
        live = service.live(merchant);
        var created = live.payin("order", AMOUNTS.addAndGet(1_000)).expect(201);
        payin = created.word("id");
        expected = created.number("transfer_amount");
        reference = reference();
        upstream.answering(asked -> verified(reference, expected, "xxx-x-x0000-x", Instant.now()));
    }

    /** What SlipOK answers; the collection account ends in 0000000001. */
    private static String verified(String reference, long amount, String receiver, Instant at) {
        return """
                {"success":true,"data":{"success":true,"transRef":"%s","sendingBank":"004","receivingBank":"004","transTimestamp":"%s",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Tical D","account":{"type":"BANKAC","value":"%s"}},"amount":%s}}""".formatted(
                        reference, at, receiver, BigDecimal.valueOf(amount, 2).toPlainString());
    }

    private static void until(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private UUID slipId() {
        return id(service, live, true, payin, 1);
    }

    private String pending() {
        return live.payin(payin).word("status");
    }

    @Test
    void aGenuineSlipIsAskedAboutByItsCodeAndCreditsWhatWasPaidLessTheFee() {
        live.slip(payin, slip(reference)).expect(200);

        awaitStatus(live, payin, "success");
        assertThat(upstream.last().text()).contains(reference).doesNotContain(Long.toString(expected));
        var paid = live.payin(payin);
        assertThat(paid.number("paid_amount")).isEqualTo(expected);
        assertThat(live.available()).isEqualTo(expected - paid.number("fee_amount"));
        assertThat(paid.number("fee_amount")).isPositive();
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(live.get("/v1/payins/" + payin + "/timeline")
                                .data()
                                .findValuesAsText("title"))
                        .containsSubsequence("created", "slip uploaded", "pending → processing", "processing → success")
                        .contains("slip accepted", "payin_credit", "payin_fee"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, xxx-x-x0000-x, Tical D, 0, amount mismatch",
        "-1, xxx-x-x0000-x, Tical D, 0, amount mismatch",
        "0, xxx-x-x9999-x, Tical D, 0, receiver mismatch",
        "0, xxx-x-xxxx1-x, Tical D, 0, receiver mismatch",
        "0, xxx-x-xxxx0-x, Tical D, 0, receiver unknown",
        "0, xxx-x-xx000-x, Tical D, 0, receiver unknown",
        "0, xxx-x-0000-x, Tical D, 0, receiver unknown",
        "0, xxx-x-x0000-x, Somchai J, 0, name mismatch",
        "0, xxx-x-x0000-x, ทิคอล เดโม, 0, name unknown",
        "0, xxx-x-x0000-x, '', 0, name unknown",
        "0, xxx-x-x0000-x, Tical D, -120, time mismatch",
        "0, xxx-x-x0000-x, Tical D, 600, time mismatch"
    })
    void whateverDoesNotFitWaitsForFinanceAndSaysWhat(
            long more, String receiver, String name, long seconds, String expectation) {
        upstream.answering(asked -> verified(
                        reference, expected + more, receiver, Instant.now().plusSeconds(seconds))
                .replace("Tical D", name));

        live.slip(payin, slip(reference)).expect(200);

        var dossier = awaitReview(service, slipId());
        assertThat(wrong(dossier)).containsExactly(expectation);
        assertThat(dossier.slip().progress().status()).isEqualTo(SlipStatus.PENDING);
        assertThat(pending()).isEqualTo("processing");
        assertThat(live.get("/v1/balance").data().findValuesAsText("available")).allMatch("0"::equals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1008", "1011", "1013", "1014", "1006"})
    void aSlipThatTheVerifierRejectsIsReferredToFinance(String code) {
        upstream.answering(400, "{\"code\":" + code + "}");

        live.slip(payin, slip(reference)).expect(200);

        var dossier = awaitReview(service, slipId());
        assertThat(result(dossier, "genuine")).isEqualTo("mismatch");
        assertThat(result(dossier, "amount")).isEqualTo("unknown");
        assertThat(pending()).isEqualTo("processing");
    }

    @Test
    void aTransferOfABankThatIsLateIsAskedAboutAgainAndPaysEvenAPayinThatExpiredMeanwhile() {
        var asked = new AtomicInteger();
        var expired = new AtomicBoolean();
        upstream.doing((request, exchange) -> {
            if (asked.incrementAndGet() < 3 || !expired.get()) {
                UpstreamServer.send(exchange, 400, "{\"code\":1011}");
            } else {
                UpstreamServer.send(
                        exchange,
                        200,
                        verified(reference, expected, "xxx-x-x0000-x", Instant.now())
                                .replace("\"sendingBank\":\"004\"", "\"sendingBank\":\"014\""));
            }
        });

        live.slip(payin, slip("014", reference, 1)).expect(200);
        SlipDrawing.awaitStage(service, slipId(), SlipStage.WAITING);
        service.expire(payin);
        awaitStatus(live, payin, "expired");
        expired.set(true);

        awaitStatus(live, payin, "success");
        assertThat(asked.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aSlipThatTheBankNeverConfirmsIsReferredToFinance() {
        upstream.answering(400, "{\"code\":1010,\"data\":{\"delay\":1}}");
        live.slip(payin, slip(reference)).expect(200);
        SlipDrawing.awaitStage(service, slipId(), SlipStage.WAITING);

        for (int i = 0; i < 4; i++) {
            var asked = i + 2;
            service.sql("UPDATE slip SET due_at = now() WHERE slip_id = '" + slipId() + "'");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> service.count("SELECT asked FROM slip WHERE slip_id = '" + slipId() + "'") == asked);
        }
        var dossier = awaitReview(service, slipId());
        assertThat(dossier.slip().progress().asked()).isEqualTo(5);
        assertThat(dossier.slip().progress().dueAt()).isNull();
        assertThat(result(dossier, "genuine")).isEqualTo("unknown");
    }

    @Test
    void aVerifierThatIsDownLeavesTheSlipToFinanceAndIsAskedAgain() {
        // A verifier of its own, so that no other test meets an open circuit.
        try (var down = new UpstreamServer();
                var other = TestService.start(settings(down))) {
            down.answering(503, "");
            var merchant = other.live(other.merchant());
            var created = merchant.payin("order", 50_000).expect(201);
            var id = created.word("id");
            merchant.slip(id, slip(reference)).expect(200);
            var slipId = id(other, merchant, true, id, 1);
            var dossier = awaitReview(other, slipId);
            assertThat(result(dossier, "genuine")).isEqualTo("unknown");
            assertThat(merchant.payin(id).word("status")).isEqualTo("processing");

            down.answering(
                    asked -> verified(reference, created.number("transfer_amount"), "xxx-x-x0000-x", Instant.now()));
            awaitStatus(merchant, id, "success");
            other.requireCleanAudit();
        }
    }

    @Test
    void aSlipUnderReviewIsNotAcceptedByTheService() {
        try (var down = new UpstreamServer();
                var other = TestService.start(settings(down))) {
            down.answering(503, "");
            var merchant = other.live(other.merchant());
            var created = merchant.payin("order", 50_000).expect(201);
            var id = created.word("id");
            merchant.slip(id, slip(reference)).expect(200);
            var slipId = id(other, merchant, true, id, 1);
            awaitReview(other, slipId);
            var staff = other.operator(Operator.Role.FINANCE);
            var path = "/admin/v1/slips/" + slipId;
            staff.post(path + "/claim").expect(200);

            down.answering(
                    asked -> verified(reference, created.number("transfer_amount"), "xxx-x-x0000-x", Instant.now()));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .untilAsserted(() -> assertThat(staff.get(path)
                                    .expect(200)
                                    .data()
                                    .at("/upstream/outcome")
                                    .asText())
                            .isEqualTo("verified"));
            var verified = staff.get(path).expect(200);
            assertThat(verified.word("stage")).isEqualTo("review");
            staff.post(path + "/accept", ReadSlips.body(staff, path)).expect(200);
            assertThat(merchant.payin(id).word("status")).isEqualTo("success");
            other.requireCleanAudit();
        }
    }

    @Test
    void withoutAVerifierFinanceDecides() {
        try (var off = TestService.start(Map.of())) {
            var merchant = off.live(off.merchant());
            var id = merchant.payin("order", 50_000).expect(201).word("id");
            merchant.slip(id, slip(reference)).expect(200);
            var dossier = awaitReview(off, id(off, merchant, true, id, 1));
            assertThat(result(dossier, "genuine")).isEqualTo("unknown");
            assertThat(result(dossier, "reference")).isEqualTo("match");
            assertThat(dossier.slip().progress().dueAt()).isNull();
        }
    }

    @Test
    void aCodeThatNamesAnotherTransferThanTheVerifierIsForFinance() {
        upstream.answering(asked -> verified(reference(), expected, "xxx-x-x0000-x", Instant.now()));

        live.slip(payin, slip(reference)).expect(200);

        assertThat(wrong(awaitReview(service, slipId()))).containsExactly("reference mismatch");
    }

    @Test
    void aPictureWithoutACodeIsShownToTheVerifierItself() {
        live.slip(payin, Pictures.jpeg(Pictures.photo(700, 900, 4, expected), 0.8))
                .expect(200);

        awaitStatus(live, payin, "success");
        assertThat(upstream.last().headers().get("Content-Type")).startsWith("multipart/form-data");
    }

    @Test
    void aGenuineSecondPaymentGoesIntoSuspenseByItself() {
        var second = reference();
        var both = new CountDownLatch(1);
        upstream.answering(asked -> {
            until(both);
            return verified(
                    asked.text().contains(second) ? second : reference, expected, "xxx-x-x0000-x", Instant.now());
        });
        live.slip(payin, slip(reference)).expect(200);
        live.slip(payin, slip(second)).expect(200);
        both.countDown();

        awaitStatus(live, payin, "success");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> service.count(
                                "SELECT count(*) FROM suspense WHERE status = 'open' AND source = 'slip' AND reason = 'extra'"
                                        + " AND amount = " + expected + " AND payin_id = '" + payin + "'")
                        == 1);
        // A slip follows its payin in a transaction of its own.
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .until(() -> service.count(
                                "SELECT count(*) FROM slip WHERE status = 'accepted' AND payin_id = '" + payin + "'")
                        == 2);
        assertThat(live.available()).isEqualTo(expected - live.payin(payin).number("fee_amount"));
    }

    @Test
    void aSlipForAPayinThatHasExpiredIsForFinanceWhoeverVerifiesIt() {
        service.expire(payin);
        awaitStatus(live, payin, "expired");

        live.slip(payin, slip(reference)).expect(200);

        var dossier = awaitReview(service, slipId());
        assertThat(wrong(dossier)).containsExactly("payin mismatch");
        service.tical()
                .slipReview()
                .decide(
                        slipId(),
                        new SlipAction.Accept(ReadSlips.asAsked(dossier.slip())),
                        StaffDecision.of("finance", dossier.slip().progress().version(), "request"));
        assertThat(live.payin(payin).word("status")).isEqualTo("success");
        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(expected);
    }
}
