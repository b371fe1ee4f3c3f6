package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A decision on a payment is refused once a colleague has recorded a payment of the same payin: it may be the same one. */
class OutdatedDecisionTest extends OperatedService {
    private static final int SMALL = 20_000;

    private final AtomicInteger orders = new AtomicInteger();
    private Merchant live;
    private String payin;

    @BeforeEach
    void newMerchant() {
        live = service.live(service.merchant());
    }

    private void payin(long amount) {
        payin = "/admin/v1/payins/"
                + live.payin("order-" + orders.incrementAndGet(), amount)
                        .expect(201)
                        .word("id");
    }

    private String payinId() {
        return payin.substring(payin.lastIndexOf('/') + 1);
    }

    /** Sends a slip and returns its path for operators. */
    private String sent(int number) {
        live.slip(payinId(), slip(reference())).expect(200);
        var slip = id(service, live, true, payinId(), number);
        awaitReview(service, slip);
        return "/admin/v1/slips/" + slip;
    }

    private String versioned(String path, String more) {
        return String.format(
                Locale.ROOT, "{\"version\":%d%s}", finance.get(path).expect(200).number("version"), more);
    }

    private void fail() {
        finance.post(payin + "/fail", versioned(payin, ",\"note\":\"closed\"")).expect(200);
    }

    /** The payment as the bank statement shows it. */
    private String confirmation(long paid) {
        return versioned(
                payin,
                String.format(
                        Locale.ROOT,
                        ",\"paid_amount\":%d,\"override_reason\":\"payer_error\",\"note\":\"on the statement\",\"reference\":\"statement-%s\"",
                        paid,
                        payinId()));
    }

    private void requireOneUnallocated() {
        assertThat(finance.get(payin).expect(200).data().get("unallocated_funds"))
                .hasSize(1);
    }

    private String approval(String path, String body) {
        return "/admin/v1/approvals/" + finance.post(path, body).expect(202).word("approval_id");
    }

    private void requireFailed(String approval) {
        colleague.post(approval + "/approve").expect(409, "VERSION_CONFLICT");
        assertThat(finance.get(approval).expect(200).word("status")).isEqualTo("failed");
        requireOneUnallocated();
    }

    @Test
    void aSuspensionOnAnOutdatedScreenIsRefused() {
        payin(SMALL);
        var slip = sent(1);
        fail();
        var seen = ReadSlips.body(finance, slip);
        colleague.post(payin + "/confirm", confirmation(SMALL)).expect(200);

        finance.post(slip + "/suspend", seen).expect(409, "VERSION_CONFLICT");

        requireOneUnallocated();
        // Whoever sees both payments may decide that they are two.
        finance.post(slip + "/suspend", ReadSlips.body(finance, slip)).expect(200);
    }

    @Test
    void aSuspensionThatWaitsForASecondPersonFailsOnceThePaymentIsRecorded() {
        payin(LARGE);
        var slip = sent(1);
        fail();
        var waiting = approval(slip + "/suspend", ReadSlips.body(finance, slip));
        var recorded = approval(payin + "/confirm", confirmation(LARGE));
        colleague.post(recorded + "/approve").expect(200);

        requireFailed(waiting);
    }

    @Test
    void aPaymentThatWaitsForASecondPersonFailsOnceASlipOfThePayinIsSuspended() {
        payin(LARGE);
        var slip = sent(1);
        fail();
        var waiting = approval(payin + "/confirm", confirmation(LARGE));
        var suspended = approval(slip + "/suspend", ReadSlips.body(finance, slip));
        colleague.post(suspended + "/approve").expect(200);

        requireFailed(waiting);
    }

    @Test
    void aSecondSlipOfThePayinIsDecidedAfterItsPaymentsWereSeen() {
        payin(SMALL);
        var first = sent(1);
        var second = sent(2);
        fail();
        var seen = ReadSlips.body(finance, second);
        finance.post(first + "/suspend", ReadSlips.body(finance, first)).expect(200);

        colleague.post(second + "/suspend", seen).expect(409, "VERSION_CONFLICT");

        requireOneUnallocated();
        colleague.post(second + "/suspend", ReadSlips.body(finance, second)).expect(200);
    }

    @Test
    void ofDecisionsThatRaceOneTakesEffect() throws Exception {
        for (int round = 0; round < 4; round++) {
            payin(SMALL);
            var first = sent(1);
            var second = sent(2);
            fail();
            var ofFirst = ReadSlips.body(finance, first);
            var ofSecond = ReadSlips.body(finance, second);
            var ofPayin = confirmation(SMALL);
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                var replies = people.invokeAll(List.<Callable<Integer>>of(
                        () -> finance.post(first + "/suspend", ofFirst).status(),
                        () -> colleague.post(second + "/suspend", ofSecond).status(),
                        () -> finance.post(payin + "/confirm", ofPayin).status()));
                var statuses = new ArrayList<Integer>();
                for (var reply : replies) {
                    statuses.add(reply.get());
                }
                assertThat(statuses).containsExactlyInAnyOrder(200, 409, 409);
            }
            requireOneUnallocated();
        }
    }
}
