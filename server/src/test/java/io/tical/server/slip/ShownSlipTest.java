package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStage;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.bank.CamtText;
import io.tical.server.rail.UpstreamServer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slips that payers upload after the bank's entry has paid their payins. */
class ShownSlipTest extends OperatedService {
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final AtomicLong AMOUNTS = new AtomicLong(200_000);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final UpstreamServer upstream = new UpstreamServer();
    private Merchant live;
    private String payin;
    private long expected;
    private ZonedDateTime at;

    @Override
    protected Map<String, String> settings() {
        return Map.of(
                "TICAL_SLIP_VERIFIER", "slipok",
                "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                "TICAL_SLIP_VERIFIER_KEY", "key",
                "TICAL_SLIP_VERIFIER_BRANCH", "1",
                "TICAL_SLIP_POLL_SECONDS", "1,2,3,5");
    }

    @AfterAll
    void stopUpstream() {
        upstream.close();
    }

    @BeforeEach
    void newPayin() {
        live = service.live(service.merchant());
        var created = live.payin("order", AMOUNTS.addAndGet(1_000)).expect(201);
        payin = created.word("id");
        expected = created.number("transfer_amount");
        at = ZonedDateTime.now(ZONE).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String verified(String reference, long amount, Instant time) {
        return """
                {"success":true,"data":{"success":true,"transRef":"%s","sendingBank":"004","receivingBank":"004","transTimestamp":"%s",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Tical D","account":{"type":"BANKAC","value":"xxx-x-x0000-x"}},"amount":%s}}""".formatted(reference, time, BigDecimal.valueOf(amount, 2).toPlainString());
    }

    private CamtText statement() {
        var number = finance.bankAccount("THB").get("account_no").asText();
        return new CamtText(number, "H" + NUMBERS.incrementAndGet(), at.toLocalDate());
    }

    private void imported(CamtText statement) {
        var file = finance.upload("/admin/v1/bank-statements?name=statement.xml", statement.text())
                .expect(201);
        finance.post(
                        "/admin/v1/bank-statements/" + file.word("id") + "/import",
                        "{\"version\":" + file.number("version") + "}")
                .expect(200);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    /** The bank's entry pays the payin. */
    private void paidByEntry(String bankReference) {
        imported(statement().entry(expected, bankReference, at.toLocalTime()));
        awaitStatus(live, payin, "success");
    }

    private void uploaded(String reference, Instant time) {
        upstream.answering(asked -> verified(reference, expected, time));
        live.slip(payin, slip(reference)).expect(200);
    }

    private void awaitAccepted(int number) {
        awaitStage(service, id(service, live, true, payin, number), SlipStage.ACCEPTED);
    }

    /** The payin is paid once, and nothing else came of its slips. */
    private void requireCreditedOnce() {
        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(expected);
        assertThat(service.count("SELECT count(*) FROM transfer WHERE operation = 'payin_credit' AND reference = '"
                        + payin + "'"))
                .isEqualTo(1);
        assertThat(service.count("SELECT count(*) FROM suspense WHERE payin_id = '" + payin + "'"))
                .isZero();
    }

    @Test
    void aSlipWithTheReferenceOfTheEntryIsAProofOfTheSamePayment() {
        var reference = reference();
        paidByEntry(reference);
        uploaded(reference, at.toInstant().minusSeconds(1));
        awaitAccepted(1);
        requireCreditedOnce();

        // The same slip again needs nobody.
        live.slip(payin, slip("004", reference, 77)).expect(200);
        awaitStage(service, id(service, live, true, payin, 2), SlipStage.REJECTED);
        requireCreditedOnce();

        // Nor does it pay another payin.
        var other = live.payin("another", expected).expect(201);
        expected = other.number("transfer_amount");
        upstream.answering(asked -> verified(reference, expected, Instant.now()));
        live.slip(other.word("id"), slip("004", reference, 78)).expect(200);
        awaitReview(service, id(service, live, true, other.word("id"), 1));
        assertThat(live.payin(other.word("id")).word("status")).isNotEqualTo("success");
    }

    @Test
    void aSlipWithAnotherReferenceIsTheSamePaymentIfItsMinuteIs() {
        paidByEntry("B" + reference());
        uploaded(reference(), at.toInstant().plusSeconds(20));
        awaitAccepted(1);
        requireCreditedOnce();
    }

    @Test
    void aSlipOfAnotherTimeIsForStaff() {
        paidByEntry("B" + reference());
        uploaded(reference(), at.toInstant().plusSeconds(240));
        awaitReview(service, id(service, live, true, payin, 1));
        requireCreditedOnce();
    }

    @Test
    void ofTwoEqualEntriesNobodyCanSayWhichTheSlipIs() {
        imported(statement()
                .entry(expected, "B1" + reference(), at.toLocalTime())
                .entry(expected, "B2" + reference(), at.toLocalTime()));
        awaitStatus(live, payin, "success");
        uploaded(reference(), at.toInstant());
        awaitReview(service, id(service, live, true, payin, 1));
        requireCreditedOnce();
    }

    @Test
    void anEntryMayPayWhileTheSlipIsVerified() {
        var reference = reference();
        var first = new AtomicBoolean(true);
        upstream.answering(asked -> {
            if (first.getAndSet(false)) {
                paidByEntry("B" + reference);
            }
            return verified(reference, expected, at.toInstant());
        });
        live.slip(payin, slip(reference)).expect(200);
        awaitAccepted(1);
        requireCreditedOnce();
    }

    @Test
    void aSlipMayPayBeforeItsEntryComes() {
        var reference = reference();
        uploaded(reference, at.toInstant());
        awaitStatus(live, payin, "success");
        awaitAccepted(1);
        imported(statement().entry(expected, reference, at.toLocalTime()));
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payment-proofs/" + payin)
                        .expect(200)
                        .word("status")
                        .equals("proved"));
        requireCreditedOnce();
    }
}
