package io.tical.server.payin;

import static io.tical.server.payin.PayinStatus.EXPIRED;
import static io.tical.server.payin.PayinStatus.PENDING;
import static io.tical.server.payin.PayinStatus.PROCESSING;
import static io.tical.server.payin.PayinStatus.REFUNDED;
import static io.tical.server.payin.PayinStatus.REJECTED;
import static io.tical.server.payin.PayinStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.PostingType;
import io.tical.server.p2p.Match;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PayinRulesTest {
    static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Duration EXPIRY = Duration.ofMinutes(15);
    static final PayinRules RULES = new PayinRules(Currencies.shipped(), EXPIRY, true);
    private static final UUID ORGANIZATION = new UUID(0, 1);
    private static final StaffDecision STAFF = new StaffDecision("fay", null, "a note", "request");

    private static Payin payin(PayinStatus status, boolean livemode, Dialect dialect) {
        return payin(status, livemode, dialect, Channel.BANK, null);
    }

    /** @param collectionAccountId null for a payin that is matched or paid in USDT */
    static Payin payin(
            PayinStatus status,
            boolean livemode,
            Dialect dialect,
            Channel channel,
            @Nullable UUID collectionAccountId) {
        var paid = status == SUCCESS || status == REJECTED || status == REFUNDED;
        var terms = new Payin.Terms(
                ORGANIZATION,
                livemode,
                dialect,
                "order",
                "THB",
                10_000,
                10_023,
                150,
                channel,
                null,
                collectionAccountId,
                null,
                "token",
                Theme.CLASSIC,
                null,
                null,
                null,
                "request");
        return new Payin(
                UUID.fromString("019590c4-0000-7000-8000-000000000001"),
                terms,
                new Payin.Progress(
                        status,
                        new Payin.Receiving(ReceivingType.BANK_TRANSFER, "KBANK", "1234567890", "Tical"),
                        paid ? new Payin.Settled(10_023, 150, 0, "bank-1", null) : Payin.Settled.NOTHING,
                        null,
                        3,
                        status.open() ? NOW.plusSeconds(60) : null,
                        NOW.plusSeconds(60),
                        NOW.minusSeconds(60),
                        status.open() ? null : NOW.minusSeconds(60)));
    }

    private static Payin live(PayinStatus status) {
        return payin(status, true, Dialect.V1);
    }

    private static Decision<Payin> decide(Payin before, Command<PayinAction> command) {
        return RULES.decide(before, command, null, NOW);
    }

    private static Command<PayinAction> confirm(Payin payin, long paid, @Nullable String reference) {
        return new Command<PayinAction>(
                payin.key(), PayinAction.Confirm.of(new Receipt(paid, reference), Actor.SYSTEM, false), By.SYSTEM);
    }

    private static Command<PayinAction> due(Payin payin) {
        return new Command<PayinAction>(payin.key(), new PayinAction.Due(false), By.SYSTEM);
    }

    static Match match(Payin payin, Match.State state) {
        return new Match(
                payin.key(),
                new TransactionKey(new UUID(0, 2), true, new UUID(0, 3)),
                new UUID(0, 4),
                "THB",
                10_000,
                state,
                NOW,
                null,
                NOW,
                null);
    }

    private static List<String> postings(Decision<Payin> decision) {
        return decision.movements().stream()
                .map(movement -> movement.posting() + " " + movement.amount())
                .toList();
    }

    private static void invalid(Runnable decision, String code) {
        assertThatThrownBy(decision::run)
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo(code));
    }

    @Test
    void aPaymentIsCreditedWithoutItsFeeAndAnnounced() {
        var before = live(PROCESSING);
        var decision = decide(before, confirm(before, 10_023, "bank-1"));
        assertThat(decision.after().status()).isEqualTo(SUCCESS);
        assertThat(decision.after().version()).isEqualTo(before.version());
        assertThat(decision.after().progress().settled()).isEqualTo(new Payin.Settled(10_023, 150, 0, "bank-1", null));
        assertThat(decision.after().progress().dueAt()).isNull();
        assertThat(decision.after().progress().finalizedAt()).isEqualTo(NOW);
        assertThat(postings(decision))
                .containsExactly(PostingType.PAYIN_CREDIT + " 9873", PostingType.PAYIN_FEE + " 150");
        assertThat(decision.changes())
                .containsExactly(new Decision.StatusChange("processing", "success", "confirm", Actor.SYSTEM, null));
        assertThat(decision.events())
                .extracting(Decision.Announcement::type)
                .containsExactly(EventType.PAYIN_SUCCEEDED);
    }

    @Test
    void aTestPayinSettlesTheSameAndPostsNothing() {
        var before = payin(PENDING, false, Dialect.V1);
        var decision = decide(
                before, new Command<PayinAction>(before.key(), new PayinAction.Fire(Trigger.TEST_CONFIRM), By.SYSTEM));
        assertThat(decision.after().progress().settled().paid()).isEqualTo(10_023);
        assertThat(decision.movements()).isEmpty();
    }

    @Test
    void theSamePaymentChangesNothingAndAnotherOneIsAConflict() {
        var before = live(SUCCESS);
        assertThat(decide(before, confirm(before, 10_023, "bank-1"))).isEqualTo(Decision.unchanged(before));
        invalid(() -> decide(before, confirm(before, 10_023, "bank-2")), "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aMatchedPayinTakesExactlyTheAmountOfItsPayout() {
        var before = live(PROCESSING);
        invalid(
                () -> RULES.decide(before, confirm(before, 9_999, "x"), match(before, Match.State.OPEN), NOW),
                "MATCHED_AMOUNT_DIFFERS");
        var exact = RULES.decide(before, confirm(before, 10_000, "x"), match(before, Match.State.OPEN), NOW);
        assertThat(postings(exact)).containsExactly(PostingType.PAYIN_CREDIT + " 9850", PostingType.PAYIN_FEE + " 150");
    }

    @Test
    void aPaymentAfterTheMatchWasReleasedIsOwedByThePayee() {
        var before = live(EXPIRED);
        var owed = RULES.decide(before, confirm(before, 9_000, "x"), match(before, Match.State.RELEASED), NOW);
        assertThat(postings(owed))
                .containsExactly(PostingType.PAYIN_OWED_CREDIT + " 8850", PostingType.PAYIN_OWED_FEE + " 150");
    }

    @Test
    void theConfirmationOfAMatchNeedsAnOpenOne() {
        var before = live(PROCESSING);
        var confirm = new Command<PayinAction>(
                before.key(), PayinAction.Confirm.of(new Receipt(10_000, "x"), Actor.SYSTEM, true), By.SYSTEM);
        assertThat(postings(RULES.decide(before, confirm, match(before, Match.State.OPEN), NOW)))
                .containsExactly(PostingType.PAYIN_CREDIT + " 9850", PostingType.PAYIN_FEE + " 150");
        invalid(
                () -> RULES.decide(before, confirm, match(before, Match.State.RELEASED), NOW),
                "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aRefundHoldsWhatWasCreditedAndReturnsItWithTheFee() {
        var paid = live(SUCCESS);
        assertThat(postings(decide(
                        paid,
                        new Command<PayinAction>(paid.key(), new PayinAction.Fire(Trigger.OPEN_REFUND), STAFF.by()))))
                .containsExactly(PostingType.PAYIN_REFUND_HOLD + " 9873");
        var held = live(REJECTED);
        var complete = new Command<PayinAction>(held.key(), new PayinAction.CompleteRefund("R-1"), STAFF.by());
        assertThat(postings(decide(held, complete)))
                .containsExactly(PostingType.PAYIN_REFUND + " 9873", PostingType.PAYIN_FEE_REFUND + " 150");
        assertThat(new PayinRules(Currencies.shipped(), EXPIRY, false)
                        .decide(held, complete, null, NOW)
                        .after()
                        .progress()
                        .settled()
                        .feeReturned())
                .isZero();
        var refunded = live(REFUNDED);
        invalid(() -> decide(refunded, complete), "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void aDuePayinIsActivatedPostponedOrExpired() {
        var guide = payin(PENDING, true, Dialect.GUIDE);
        var activated = decide(guide, due(guide)).after();
        assertThat(activated.status()).isEqualTo(PROCESSING);
        assertThat(activated.progress().expiresAt()).isEqualTo(NOW.plus(EXPIRY));
        var early = live(PENDING);
        var postponed = decide(early, due(early));
        assertThat(postponed.changes()).isEmpty();
        assertThat(postponed.after().progress().dueAt())
                .isEqualTo(early.progress().expiresAt());
        var expired = RULES.decide(early, due(early), null, early.progress().expiresAt());
        assertThat(expired.after().status()).isEqualTo(EXPIRED);
        var ended = live(SUCCESS);
        assertThat(decide(ended, due(ended)).changes()).isEmpty();
    }

    @Test
    void aMatchIsReleasedWithoutAChangeOfTheStatus() {
        var before = live(PROCESSING);
        var release = new Command<PayinAction>(
                before.key(), new PayinAction.ReleaseMatch(), new By(STAFF.actor(), null, "paid too little"));
        invalid(() -> decide(before, release), "PAYIN_STATUS_TRANSITION_INVALID");
        invalid(
                () -> RULES.decide(before, release, match(before, Match.State.RELEASED), NOW),
                "PAYIN_STATUS_TRANSITION_INVALID");
        var decision = RULES.decide(before, release, match(before, Match.State.OPEN), NOW);
        assertThat(decision.after()).isEqualTo(before);
        assertThat(decision.changes())
                .containsExactly(new Decision.StatusChange(
                        "processing", "processing", "release_match", STAFF.actor(), "paid too little"));
    }
}
