package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStage;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static io.tical.server.slip.SlipDrawing.wrong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.picture.Pictures;
import io.tical.server.rail.UpstreamServer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A slip may prove the payment that its payin already has, if no slip proved that payment before: the service then records nothing by itself.
 * The verifier is SlipOK on loopback, and a test says when it is asked again.
 */
class UnknownTransferTest extends OperatedService {
    private static final AtomicLong AMOUNTS = new AtomicLong(100_000);
    private static final String LATE = "{\"code\":1010,\"data\":{\"delay\":1}}";

    private final UpstreamServer upstream = new UpstreamServer();
    private Merchant live;
    private String payin;
    private String reference;
    private long expected;

    @Override
    protected Map<String, String> settings() {
        return Map.of(
                "TICAL_SLIP_VERIFIER", "slipok",
                "TICAL_SLIP_VERIFIER_URL", upstream.url(),
                "TICAL_SLIP_VERIFIER_KEY", "key",
                "TICAL_SLIP_VERIFIER_BRANCH", "1",
                "TICAL_SLIP_POLL_SECONDS", "3600,7200");
    }

    @AfterAll
    void closeUpstream() {
        upstream.close();
    }

    @BeforeEach
    void newPayin() {
        live = service.live(service.merchant());
        var created = live.payin("order", AMOUNTS.addAndGet(1_000)).expect(201);
        payin = created.word("id");
        expected = created.number("transfer_amount");
        reference = reference();
        upstream.answering(400, LATE);
    }

    private void verifies(String transfer) {
        upstream.answering(asked -> """
                {"success":true,"data":{"success":true,"transRef":"%s","sendingBank":"004","receivingBank":"004","transTimestamp":"%s",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Tical D","account":{"type":"BANKAC","value":"xxx-x-x0000-x"}},"amount":%s}}""".formatted(
                        transfer, Instant.now(), BigDecimal.valueOf(expected, 2).toPlainString()));
    }

    private UUID sent(byte[] picture, int number) {
        live.slip(payin, picture).expect(200);
        return id(service, live, true, payin, number);
    }

    private UUID sentAndLate() {
        var slip = sent(slip(reference), 1);
        awaitStage(service, slip, SlipStage.WAITING);
        return slip;
    }

    /** The verifier answers that the slip is genuine. */
    private void verified(UUID slip) {
        verifies(reference);
        var asked = asked(slip);
        service.sql("UPDATE slip SET due_at = now() WHERE slip_id = '" + slip + "'");
        await().atMost(SOON).until(() -> asked(slip) > asked);
    }

    private long asked(UUID slip) {
        return service.count("SELECT asked FROM slip WHERE slip_id = '" + slip + "'");
    }

    private String path() {
        return "/admin/v1/payins/" + payin;
    }

    private Reply confirm(String more) {
        var version = finance.get(path()).expect(200).number("version");
        var reference = more.isEmpty() ? ",\"reference\":\"statement-" + payin + "\"" : more;
        return finance.post(
                path() + "/confirm",
                String.format(
                        Locale.ROOT,
                        "{\"version\":%d,\"paid_amount\":%d,\"note\":\"on the statement\"%s}",
                        version,
                        expected,
                        reference));
    }

    private void fail() {
        var version = finance.get(path()).expect(200).number("version");
        finance.post(
                        path() + "/fail",
                        String.format(Locale.ROOT, "{\"version\":%d,\"note\":\"the payer gave up\"}", version))
                .expect(200);
    }

    private Reply decide(UUID slip, String decision, String more) {
        var path = "/admin/v1/slips/" + slip;
        var body = ReadSlips.body(finance, path);
        return finance.post(path + "/" + decision, body.substring(0, body.length() - 1) + more + "}");
    }

    private long items() {
        return service.count("SELECT count(*) FROM suspense WHERE payin_id = '" + payin + "'");
    }

    private void assertForStaff(UUID slip) {
        var dossier = awaitReview(service, slip);
        assertThat(wrong(dossier)).containsExactly("payin mismatch", "reference unknown");
        assertThat(finance.get("/admin/v1/slips/" + slip)
                        .expect(200)
                        .data()
                        .get("checklist")
                        .toString())
                .contains("KBANK " + reference + " may already be recorded for this payin");
        assertThat(dossier.decisions()).containsExactly(PossibleSlipDecision.SUSPEND, PossibleSlipDecision.REJECT);
        assertThat(dossier.slip().progress().dueAt()).isNull();
    }

    /** The wallet, and the money in suspense after everything has been posted. */
    private void assertBooked(long available, long suspense) {
        var organization = "organization_id = '" + live.organizationId() + "'";
        await().atMost(SOON)
                .until(() ->
                        service.count("SELECT count(*) FROM suspense WHERE status = 'noted' AND " + organization) == 0);
        assertThat(live.available()).isEqualTo(available);
        assertThat(service.count("SELECT coalesce(sum(CASE WHEN credit = 'suspense' THEN amount ELSE -amount END), 0)"
                        + " FROM transfer WHERE 'suspense' IN (debit, credit) AND " + organization))
                .isEqualTo(suspense);
    }

    @ParameterizedTest
    @CsvSource({"true, ''", "false, ''", "false, ',\"reference\":\"line 7 of the statement\"'"})
    void aSlipThatIsVerifiedAfterStaffConfirmedItsPayinIsForStaff(boolean unavailable, String more) {
        if (unavailable) {
            upstream.answering(503, "");
        }
        var slip = sent(slip(reference), 1);
        awaitStage(service, slip, unavailable ? SlipStage.REVIEW : SlipStage.WAITING);
        confirm(more).expect(200);
        var available = live.available();
        assertThat(available).isPositive();

        verified(slip);

        assertForStaff(slip);
        assertThat(items()).isZero();
        assertBooked(available, 0);
        decide(slip, "reject", ",\"reason\":\"duplicate\"").expect(200);
    }

    /** References are unique only within a bank. */
    @Test
    void aSlipOfAnotherPayinThatHasTheReferenceOfAStatementProvesNothing() {
        var slip = sentAndLate();
        var other = live.payin("other", AMOUNTS.addAndGet(1_000)).expect(201).word("id");
        var statement = "statement " + reference;
        confirm(",\"reference\":\"" + statement + "\"").expect(200);
        service.asService(
                "slip_reference",
                "INSERT INTO slip_reference SELECT '" + statement + "', 'SCB', livemode, organization_id, payin_id,"
                        + " gen_random_uuid(), now() FROM payin WHERE payin_id = '" + other + "'");
        var available = live.available();

        verified(slip);

        assertForStaff(slip);
        assertThat(items()).isZero();
        assertBooked(available, 0);
    }

    @Test
    void aSlipThatIsVerifiedAfterStaffRecordedAPaymentOfItsClosedPayinIsForStaff() {
        var slip = sentAndLate();
        fail();
        confirm("").expect(200);

        verified(slip);

        assertForStaff(slip);
        assertThat(items()).isEqualTo(1);
        assertBooked(0, expected);
        // Two payments, as staff decide.
        decide(slip, "suspend", "").expect(200);
        assertBooked(0, 2 * expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"accept", "suspend"})
    void aSlipThatIsVerifiedAfterStaffDecidedOnOneWithoutACodeIsForStaff(String decision) {
        upstream.answering(503, "");
        var uncoded = sent(Pictures.jpeg(Pictures.photo(700, 900, 4, expected), 0.8), 1);
        awaitReview(service, uncoded);
        upstream.answering(400, LATE);
        var coded = sent(slip(reference), 2);
        awaitStage(service, coded, SlipStage.WAITING);
        if (decision.equals("suspend")) {
            fail();
        }
        decide(uncoded, decision, "").expect(200);
        var available = live.available();

        verified(coded);

        assertForStaff(coded);
        var suspended = decision.equals("suspend") ? 1 : 0;
        assertThat(items()).isEqualTo(suspended);
        assertBooked(available, suspended * expected);
    }

    /** As after a death between the decision and the confirmation of the payin. */
    @Test
    void aSlipWhoseConfirmationIsRefusedIsForStaff() {
        upstream.answering(400, "{\"code\":1011}");
        var slip = sent(slip(reference), 1);
        awaitReview(service, slip);
        var ofSlip = "slip_id = '" + slip + "'";
        service.asService(
                "slip",
                "UPDATE slip SET stage = 'confirming', paid = " + expected
                        + ", decided_at = date_trunc('second', now())," + " due_at = now() + interval '1 hour' WHERE "
                        + ofSlip);
        var claim = ", livemode, organization_id, payin_id, cast('" + slip + "' AS uuid)";
        var ofPayin = " FROM payin WHERE payin_id = '" + payin + "'";
        service.asService(
                "slip_reference",
                "INSERT INTO slip_reference SELECT '" + reference + "', 'KBANK'" + claim + ", now()" + ofPayin);
        confirm("").expect(200);
        var available = live.available();

        service.sql("UPDATE slip SET due_at = now() WHERE " + ofSlip);
        awaitReview(service, slip);
        await().during(Duration.ofMillis(500)).until(() -> items() == 0);
        assertBooked(available, 0);
    }

    @Test
    void thePaymentThatASlipProvedIsNotRecordedAgainForAClosedPayin() {
        var slip = sentAndLate();
        fail();
        verified(slip);
        assertThat(awaitStage(service, slip, SlipStage.ACCEPTED).decisions()).isEmpty();
        assertThat(items()).isEqualTo(1);

        confirm(",\"reference\":null").expect(400, "VALIDATION_FAILED");
        confirm(",\"reference\":\"" + reference + "\"").expect(409, "PAYMENT_ALREADY_RECORDED");
        assertBooked(0, expected);
        confirm(",\"reference\":\"another one of " + reference + "\"").expect(200);
        assertBooked(0, 2 * expected);
    }
}
