package io.tical.server.suspense;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Money that nobody could match is never lost, never twice, and in the ledger wherever it is. */
class SuspenseTest extends AuditedService {
    private static final Duration SOON = Duration.ofSeconds(90);

    private final AtomicInteger references = new AtomicInteger();
    private Suspense suspense;
    private Merchant live;
    private String payin;

    @BeforeAll
    void prepare() {
        suspense = service.tical().suspense();
    }

    @BeforeEach
    void newPayin() {
        live = service.live(service.merchant());
        payin = live.payin("order", 40_000).expect(201).word("id");
    }

    private Unmatched unmatched(boolean livemode, String reference, long amount) {
        var key = new TransactionKey(live.organizationId(), livemode, UUID.fromString(payin));
        return new Unmatched(key, Source.SLIP, reference, Reason.EXTRA, "THB", amount);
    }

    private void note(Unmatched... payments) {
        service.tical().database().transaction(session -> {
            Suspense.note(session, List.of(payments));
            return payments;
        });
    }

    private List<SuspenseItem> items(boolean livemode) {
        return suspense.ofPayin(live.organizationId(), livemode, UUID.fromString(payin));
    }

    private SuspenseItem open(long amount) {
        note(unmatched(true, "ref-" + references.incrementAndGet(), amount));
        await().atMost(SOON).until(() -> items(true).getLast().status() == SuspenseStatus.OPEN);
        return items(true).getLast();
    }

    private static StaffDecision by(String requestId, SuspenseItem seen) {
        return new StaffDecision("finance", seen.version(), "looked into it", requestId);
    }

    private static void refused(String code, ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(code));
    }

    /** What the journal has in an account of this organization, in live. */
    private long booked(String account) {
        return service.count("SELECT coalesce(sum(CASE WHEN credit = '" + account
                + "' THEN amount WHEN debit = '" + account + "' THEN -amount END), 0) FROM transfer"
                + " WHERE livemode AND organization_id = '" + live.organizationId() + "'");
    }

    @Test
    void aPaymentIsNotedOnceHoweverOftenItIsFoundAndPostedByItself() {
        note(unmatched(true, "twice", 7_000), unmatched(true, "another", 500));
        note(unmatched(true, "twice", 7_000));

        await().atMost(SOON).until(() -> booked("suspense") == 7_500);
        assertThat(items(true))
                .extracting(SuspenseItem::status)
                .containsOnly(SuspenseStatus.OPEN)
                .hasSize(2);
        assertThat(booked("rail")).isEqualTo(-7_500);
        assertThat(live.available()).isZero();
        assertThat(suspense.list(Optional.of(SuspenseStatus.OPEN), Environments.ALL, "", new Page(10, 0, null)))
                .containsAll(items(true));
        assertThat(live.get("/v1/payins/" + payin + "/timeline").data().findValuesAsText("title"))
                .contains("payment unallocated");
    }

    @Test
    void testMoneyIsKeptTheSameWayAndIsNotInTheJournal() {
        note(unmatched(false, "test", 7_000));
        await().atMost(SOON).until(() -> items(false).getFirst().status() == SuspenseStatus.OPEN);
        assertThat(items(true)).isEmpty();
        var kept = suspense.commands()
                .decide(
                        items(false).getFirst().key(),
                        new SuspenseAction.Keep(),
                        by("r", items(false).getFirst()));
        assertThat(kept.status()).isEqualTo(SuspenseStatus.KEPT);
        assertThat(service.count(
                        "SELECT count(*) FROM transfer WHERE organization_id = '" + live.organizationId() + "'"))
                .isZero();
    }

    @Test
    void matchedFundsPayTheirPayinInTheSameCommit() {
        service.payinFee(live, "THB", 10, 0);
        var other = live.payin("other", 50_000).expect(201).word("id");
        var item = open(45_000);

        var matched = suspense.commands()
                .decide(item.key(), new SuspenseAction.Match(UUID.fromString(other)), by("match", item));

        assertThat(matched.status()).isEqualTo(SuspenseStatus.MATCHED);
        assertThat(live.payin(other).word("status")).isEqualTo("success");
        assertThat(live.payin(other).number("paid_amount")).isEqualTo(45_000);
        var fee = live.payin(other).number("fee_amount");
        assertThat(live.available()).isEqualTo(45_000 - fee);
        assertThat(booked("suspense")).isZero();
        assertThat(booked("rail")).isEqualTo(-45_000);
        assertThat(suspense.get(item.key().id()).decision())
                .isEqualTo(
                        new SuspenseItem.Decision(UUID.fromString(other), null, "finance", "match", "looked into it"));

        var repeated = suspense.commands()
                .decide(item.key(), new SuspenseAction.Match(UUID.fromString(other)), by("match", item));
        assertThat(repeated).isEqualTo(suspense.get(item.key().id()));
        assertThat(live.available()).isEqualTo(45_000 - fee);
    }

    @ParameterizedTest
    @ValueSource(strings = {"returned", "kept"})
    void unmatchedFundsAreReturnedOrKept(String end) {
        var item = open(3_000);
        var disposition =
                end.equals("kept") ? new SuspenseAction.Keep() : new SuspenseAction.Return(SlipDrawing.reference());
        suspense.commands().decide(item.key(), disposition, by("first", item));
        assertThat(items(true).getFirst().status().word()).isEqualTo(end);
        assertThat(booked("suspense")).isZero();
        assertThat(booked("fee")).isEqualTo(end.equals("kept") ? 3_000 : 0);
        assertThat(live.available()).isZero();

        // The same request again is the same decision; another one comes too late.
        var decided = suspense.commands().decide(item.key(), disposition, by("first", item));
        refused("VERSION_CONFLICT", () -> suspense.commands().decide(item.key(), disposition, by("second", item)));
        refused(
                "SUSPENSE_STATUS_TRANSITION_INVALID",
                () -> suspense.commands().decide(item.key(), disposition, by("second", decided)));
        assertThat(service.count("SELECT count(*) FROM state_change WHERE object_id = '"
                        + item.key().id() + "'"))
                .isEqualTo(2);
    }

    @Test
    void anImpossibleMatchIsRefusedAndLeavesTheFundsOpen() {
        var item = open(3_000);
        var id = item.key().id();
        refused(
                "SUSPENSE_NOT_FOUND",
                () -> suspense.commands()
                        .decide(
                                new TransactionKey(live.organizationId(), true, UUID.randomUUID()),
                                new SuspenseAction.Keep(),
                                by("r", item)));
        refused(
                "PAYIN_NOT_FOUND",
                () -> suspense.commands()
                        .decide(item.key(), new SuspenseAction.Match(UUID.randomUUID()), by("r", item)));
        var stranger = service.live(service.merchant())
                .payin("theirs", 3_000)
                .expect(201)
                .word("id");
        refused(
                "PAYIN_NOT_FOUND",
                () -> suspense.commands()
                        .decide(item.key(), new SuspenseAction.Match(UUID.fromString(stranger)), by("r", item)));
        var cancelled = live.payin("cancelled", 3_000).expect(201).word("id");
        live.post("/v1/payins/" + cancelled + "/cancel").expect(200);
        refused(
                "PAYIN_STATUS_TRANSITION_INVALID",
                () -> suspense.commands()
                        .decide(item.key(), new SuspenseAction.Match(UUID.fromString(cancelled)), by("r", item)));
        var dollars = live.post("/v1/payins", """
                {"order_ref":"dollars","amount":3000,"currency":"USD"}""").expect(201).word("id");
        refused(
                "CURRENCY_MISMATCH",
                () -> suspense.commands()
                        .decide(item.key(), new SuspenseAction.Match(UUID.fromString(dollars)), by("r", item)));
        refused(
                "VERSION_CONFLICT",
                () -> suspense.commands()
                        .decide(
                                item.key(),
                                new SuspenseAction.Keep(),
                                StaffDecision.of("finance", item.version() - 1, "r")));
        assertThat(suspense.get(id)).isEqualTo(item);
        assertThat(booked("suspense")).isEqualTo(3_000);
    }

    @Test
    void ofConcurrentDecisionsOneIsAccepted() throws Exception {
        var item = open(3_000);
        var target = UUID.fromString(payin);
        var done = new AtomicInteger();
        var dispositions = List.of(
                new SuspenseAction.Keep(),
                new SuspenseAction.Return(SlipDrawing.reference()),
                new SuspenseAction.Match(target));
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = Collections.nCopies(10, dispositions).stream()
                    .flatMap(List::stream)
                    .<Callable<Integer>>map(disposition -> () -> {
                        try {
                            suspense.commands()
                                    .decide(
                                            item.key(),
                                            disposition,
                                            by(UUID.randomUUID().toString(), item));
                            return done.incrementAndGet();
                        } catch (Problem.Conflict late) {
                            return 0;
                        }
                    });
            for (var task : people.invokeAll(tasks.toList())) {
                task.get();
            }
        }
        assertThat(done).hasValue(1);
        assertThat(booked("suspense")).isZero();
        assertThat(live.available()).isEqualTo(live.payin(payin).word("status").equals("success") ? 3_000 : 0);
    }

    /** Both change one payin, in one commit queue: the second one sees the result of the first. */
    @Test
    void aMatchAndAnotherConfirmationNeverBothPayThePayin() throws Exception {
        for (int run = 0; run < 15; run++) {
            var one = live.payin("race-" + run, 1_000).expect(201).word("id");
            var target = new TransactionKey(live.organizationId(), true, UUID.fromString(one));
            var item = open(1_000);
            var before = live.available();
            try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
                people.submit(() -> suspense.commands()
                        .decide(item.key(), new SuspenseAction.Match(target.id()), by("race", item)));
                people.submit(
                        () -> service.tical().payins().confirm(target, new Receipt(1_000, "bank"), Actor.SYSTEM, null));
                for (int i = 0; i < 20; i++) {
                    people.submit(() -> service.tical().payins().reads().find(target));
                }
            }
            var matched = suspense.get(item.key().id()).status() == SuspenseStatus.MATCHED;
            var found = service.tical().payins().reads().find(target).orElseThrow();
            assertThat(found.status()).isEqualTo(PayinStatus.SUCCESS);
            assertThat(live.available()).isEqualTo(before + 1_000);
            assertThat(found.progress().settled().reference())
                    .isEqualTo(matched ? item.payment().reference() : "bank");
            if (!matched) {
                suspense.commands()
                        .decide(
                                item.key(),
                                new SuspenseAction.Return(SlipDrawing.reference()),
                                by("back", suspense.get(item.key().id())));
            }
        }
    }
}
