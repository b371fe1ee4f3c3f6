package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.CommitBreaker;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction;
import io.tical.server.transaction.StaffDecision;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A decision about a slip is answered with its effect, whichever of its commits was not acknowledged. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlipBrokenCommitTest {
    private TestService service;
    private CommitBreaker breaker;
    private TestService node;
    private SlipReview review;

    private Merchant live;
    private String payin;
    private UUID slip;
    private SlipPayment paid;
    private StaffDecision reviewer;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of());
        breaker = new CommitBreaker(service.database());
        node = service.node(breaker.settings(), TestService.WITHOUT_WORK);
        review = node.tical().slipReview();
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        node.close();
        breaker.close();
        service.close();
    }

    @BeforeEach
    void newSlip() {
        live = service.live(service.merchant());
        payin = live.payin("order", 40_000).expect(201).word("id");
        live.slip(payin, slip(reference())).expect(200);
        slip = id(service, live, true, payin, 1);
        var found = awaitReview(service, slip).slip();
        paid = ReadSlips.payment(found, 39_000);
        var version = found.progress().version();
        reviewer = StaffDecision.of("finance", version, UUID.randomUUID().toString());
    }

    private long decisions() {
        return service.count("SELECT count(*) FROM state_change WHERE object_id = '" + slip + "'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void anAcceptanceIsAnsweredAndDoneOnce(int commits) {
        var before = breaker.broken();
        breaker.breakAfter(commits);
        var accepted = review.decide(slip, new SlipAction.Accept(paid), reviewer);
        assertThat(breaker.broken()).isEqualTo(before + 1);
        assertThat(accepted.progress().status()).isEqualTo(SlipStatus.ACCEPTED);
        assertThat(live.payin(payin).number("paid_amount")).isEqualTo(39_000);
        assertThat(review.decide(slip, new SlipAction.Accept(paid), reviewer)
                        .progress()
                        .version())
                .isEqualTo(accepted.progress().version());
        assertThat(decisions()).isEqualTo(1);
    }

    @Test
    void aRejectionIsAnsweredAndDoneOnce() {
        breaker.breakAfter(0);
        var rejected = review.decide(slip, new SlipAction.Reject(Slip.Reason.OTHER), reviewer);
        assertThat(rejected.progress().status()).isEqualTo(SlipStatus.REJECTED);
        assertThat(review.decide(slip, new SlipAction.Reject(Slip.Reason.OTHER), reviewer)
                        .progress()
                        .status())
                .isEqualTo(SlipStatus.REJECTED);
        assertThat(decisions()).isEqualTo(1);
    }

    @Test
    void aPaymentThatIsPutIntoSuspenseIsAnsweredAndDoneOnce() {
        service.tical()
                .payins()
                .commands()
                .decide(
                        new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                        new PayinAction.Fail("closed"),
                        new StaffDecision("finance", null, null, "close"));
        breaker.breakAfter(0);
        var suspended = review.decide(slip, new SlipAction.Suspend(paid), reviewer);
        assertThat(suspended.progress().status()).isEqualTo(SlipStatus.ACCEPTED);
        assertThat(decisions()).isEqualTo(1);
        assertThat(service.count("SELECT count(*) FROM suspense WHERE payin_id = '" + payin + "'"))
                .isEqualTo(1);
    }
}
