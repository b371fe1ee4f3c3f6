package io.tical.server.ledger;

import static io.tical.server.ledger.TestPayouts.PAYOUTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.ledger.TestPayouts.Event;
import io.tical.server.ledger.TestPayouts.Kind;
import io.tical.server.ledger.TestPayouts.Payout;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Random operations of many threads, on two nodes, against a model of ten lines. */
class LedgerModelTest {
    private static final int MERCHANTS = 12;
    private static final int OPERATIONS = 150;

    /** Which events may follow; an event without an entry is the last one. */
    private static final Map<Kind, List<Kind>> NEXT = Map.of(
            Kind.RESERVE, List.of(Kind.ACTIVATE, Kind.RELEASE),
            Kind.ACTIVATE, List.of(Kind.DELIVER, Kind.DELIVER_HALF, Kind.RETURN, Kind.TURN_DOWN),
            Kind.CAPTURE, List.of(Kind.DELIVER, Kind.DELIVER_HALF, Kind.RETURN, Kind.TURN_DOWN),
            Kind.TURN_DOWN, List.of(Kind.REFUND),
            Kind.DELIVER, List.of(Kind.REVERT),
            Kind.REVERT, List.of(Kind.REFUND));

    /** The model: three numbers. */
    private static final class Model {
        long available;
        long held;
        long inTransit;

        boolean apply(Payout payout, Kind kind) {
            var gross = payout.gross();
            var half = payout.amount() / 2;
            switch (kind) {
                case RESERVE, CAPTURE -> {
                    if (available < gross) {
                        return false;
                    }
                    available -= gross;
                    held += kind == Kind.RESERVE ? gross : 0;
                    inTransit += kind == Kind.CAPTURE ? gross : 0;
                }
                case ACTIVATE -> move(-gross, gross, 0);
                case RELEASE, REFUND -> move(-gross, 0, gross);
                case TURN_DOWN -> move(gross, -gross, 0);
                case RETURN -> move(0, -gross, gross);
                case DELIVER -> move(0, -gross, 0);
                case DELIVER_HALF -> move(0, -gross, payout.amount() - half);
                case REVERT -> move(gross, 0, 0);
            }
            return true;
        }

        private void move(long heldBy, long inTransitBy, long availableBy) {
            held += heldBy;
            inTransit += inTransitBy;
            available += availableBy;
        }
    }

    @Test
    void theLedgerDoesWhatTheModelDoesAndTheAuditIsGreen() throws Exception {
        var seed = Long.getLong("tical.test.seed", System.nanoTime());
        System.out.println("LedgerModelTest seed " + seed);
        try (var ledger = TestLedger.open();
                var other = ledger.anotherNode();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var merchants = new ArrayList<Future<?>>();
            for (int number = 0; number < MERCHANTS; number++) {
                var random = new Random(seed + number);
                var livemode = number % 3 == 0;
                var wallet = new WalletKey(new UUID(random.nextLong(), random.nextLong()), livemode, "THB");
                var nodes = List.of(ledger, other);
                merchants.add(threads.submit(() -> merchant(nodes, wallet, random)));
            }
            for (var merchant : merchants) {
                merchant.get();
            }
            while (ledger.seal() + other.seal() > 0) {}
            var report = ledger.audit();
            assertThat(report.finding()).isNull();
            assertThat(report.heads())
                    .filteredOn(head -> !head.chain().startsWith("journal"))
                    .hasSize(MERCHANTS);
            assertThat(report.counts().get("payout")).isPositive();
        }
    }

    private static void merchant(List<TestLedger> nodes, WalletKey wallet, Random random) {
        var model = new Model();
        var open = new HashMap<UUID, Event>();
        // There is no wallet before the first posting.
        nodes.getFirst().topUp(wallet, 1);
        model.available = 1;
        for (int step = 0; step < OPERATIONS; step++) {
            var node = nodes.get(random.nextInt(nodes.size()));
            if (random.nextInt(4) == 0) {
                var amount = random.nextLong(1, 5_000);
                node.topUp(wallet, amount);
                model.available += amount;
            } else {
                payout(node, wallet, random, model, open);
            }
            var row = node.row(wallet);
            assertThat(List.of(row.available(), row.held(), row.inTransit()))
                    .as("after step %s", step)
                    .isEqualTo(List.of(model.available, model.held, model.inTransit));
        }
    }

    private static void payout(TestLedger node, WalletKey wallet, Random random, Model model, Map<UUID, Event> open) {
        Event event;
        var known = List.copyOf(open.values());
        if (known.isEmpty() || random.nextBoolean()) {
            var payout = new Payout(
                    wallet,
                    new UUID(random.nextLong(), random.nextLong()),
                    random.nextLong(2, 4_000),
                    random.nextLong(0, 50));
            event = new Event(payout, random.nextBoolean() ? Kind.RESERVE : Kind.CAPTURE);
        } else {
            var before = known.get(random.nextInt(known.size()));
            var kinds = NEXT.get(before.kind());
            event = new Event(before.payout(), kinds.get(random.nextInt(kinds.size())));
        }
        var fits = model.apply(event.payout(), event.kind());
        try {
            node.groupCommit().run(PAYOUTS, event, wallet.organizationId(), wallet.livemode());
            assertThat(fits).as("%s passed", event).isTrue();
            if (NEXT.containsKey(event.kind())) {
                open.put(event.payout().id(), event);
            } else {
                open.remove(event.payout().id());
            }
        } catch (Problem.Refused refused) {
            assertThat(fits).as("%s was refused", event).isFalse();
        }
    }

    @Test
    void manyThreadsOnOneWalletLoseNothing() throws Exception {
        try (var ledger = TestLedger.open();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var wallet = TestLedger.wallet("THB");
            var moves = new ArrayList<Future<Long>>();
            for (int number = 0; number < 3_000; number++) {
                moves.add(threads.submit(() -> ledger.move(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 7))));
            }
            for (var move : moves) {
                move.get();
            }
            assertThat(ledger.row(wallet).available()).isEqualTo(21_000);
            assertThat(ledger.row(wallet).lastSeq()).isEqualTo(3_000);
            assertThat(ledger.audit().finding()).isNull();
        }
    }
}
