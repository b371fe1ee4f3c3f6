package io.tical.server.idempotency;

import static io.tical.server.ledger.Moving.MOVING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.ledger.PostingType;
import io.tical.server.ledger.TestLedger;
import io.tical.server.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A request takes effect once, and its answer is replayed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedRequestsTest {
    private final Principal merchant = new Principal(Ids.next(), true);
    private final AtomicInteger effects = new AtomicInteger();
    private TestLedger ledger;
    private IdempotencyRecords records;

    @BeforeAll
    void open() {
        ledger = TestLedger.open();
        records = new IdempotencyRecords(ledger.database());
    }

    @AfterAll
    void close() {
        ledger.close();
    }

    private static <R> IdempotentRequest<R> request(Principal principal, String key, String content) {
        return new IdempotentRequest<>(
                new IdempotencyKey(principal, key),
                RequestHash.fingerprint(content),
                result -> new StoredAnswer(201, bytes("" + result)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Object effect(Session session) {
        return effects.incrementAndGet();
    }

    private Object refusal(Session session) {
        throw new Problem.Refused("INSUFFICIENT_BALANCE", "no");
    }

    @Test
    void aRequestTakesEffectOnceAndItsAnswerIsReplayedOnAnyNode() {
        var first = records.run(request(merchant, "once", "a"), this::effect);
        var second = new IdempotencyRecords(ledger.database()).run(request(merchant, "once", "a"), this::effect);

        assertThat(first.replayed()).isFalse();
        assertThat(second.replayed()).isTrue();
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.data()).isEqualTo(first.data());
    }

    @Test
    void aKeyOfAnotherRequestIsRefused() {
        records.run(request(merchant, "reused", "a"), this::effect);

        assertThatThrownBy(() -> records.run(request(merchant, "reused", "b"), this::effect))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED"));
    }

    @Test
    void aRefusedRequestLeavesNoRecord() {
        assertThatThrownBy(() -> records.run(request(merchant, "refused", "a"), this::refusal))
                .isInstanceOf(Problem.Refused.class);

        assertThat(records.run(request(merchant, "refused", "a"), this::effect).replayed())
                .isFalse();
    }

    @Test
    void theSameKeyOfAnotherPrincipalIsAnotherKey() {
        var organization = Ids.next();
        var principals = List.of(
                merchant,
                new Principal(Ids.next(), true),
                new Principal(organization, false),
                new Principal(organization, true));

        for (var principal : principals) {
            var answer = records.run(request(principal, "shared", principal.toString()), this::effect);
            assertThat(answer.replayed()).as(principal.toString()).isFalse();
        }
    }

    @Test
    void theGroupCommitReplaysARequest() {
        var wallet = TestLedger.wallet("THB");
        var move = Move.of(wallet, PostingType.SANDBOX_TOP_UP, 70);

        var first = ledger.groupCommit().answer(MOVING, move, request(merchant, "move", "a"));
        var second = ledger.groupCommit().answer(MOVING, move, request(merchant, "move", "a"));

        assertThat(second.data()).isEqualTo(first.data()).isEqualTo(bytes("70"));
        assertThat(second.replayed()).isTrue();
        assertThat(ledger.row(wallet).available()).isEqualTo(70);
    }
}
