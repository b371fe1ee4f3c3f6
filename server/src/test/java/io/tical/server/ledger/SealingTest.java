package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SealingTest {
    private TestLedger ledger;

    @BeforeEach
    void open() {
        ledger = TestLedger.open();
    }

    @AfterEach
    void close() {
        assertThat(ledger.journalFinding()).isNull();
        assertThat(ledger.database().activeConnections()).isZero();
        ledger.close();
    }

    private record Span(long from, long to) {}

    private List<Span> seals(WalletKey wallet) {
        return ledger.database()
                .run(session -> session.sql("""
                        SELECT from_seq, to_seq FROM seal WHERE organization_id = cast(:id AS uuid) ORDER BY from_seq
                        """)
                        .bind("id", wallet.organizationId())
                        .list(row -> new Span(row.number("from_seq"), row.number("to_seq"))));
    }

    @Test
    void aRoundSealsWhatIsThereAndTheNextOneHasNothingToDo() {
        var wallet = TestLedger.wallet("THB");
        assertThat(ledger.seal()).isZero();
        ledger.topUp(wallet, 1);
        ledger.topUp(wallet, 2);
        assertThat(ledger.seal()).isEqualTo(2);
        assertThat(ledger.seal()).isZero();
        ledger.topUp(wallet, 3);
        assertThat(ledger.seal()).isEqualTo(1);
        assertThat(seals(wallet)).containsExactly(new Span(1, 2), new Span(3, 3));
    }

    @Test
    void aSealCoversAtMostTenThousandTransfersAndARoundManySeals() {
        var wallet = TestLedger.wallet("THB");
        ManyTransfers.fill(ledger, wallet, 25_500);
        ManyTransfers.fill(ledger, TestLedger.wallet("USD"), 17);
        assertThat(ledger.seal()).isEqualTo(25_517);
        assertThat(seals(wallet))
                .containsExactly(new Span(1, 10_000), new Span(10_001, 20_000), new Span(20_001, 25_500));
    }

    @Test
    void sealersOfTwoNodesAtOnceMakeOneValidChainEachTransferSealedOnce() throws Exception {
        var wallets = List.of(TestLedger.wallet("THB"), TestLedger.wallet("THB"), TestLedger.wallet("USD"));
        var busy = new AtomicBoolean(true);
        try (var other = ledger.anotherNode();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var sealers = new ArrayList<Future<Long>>();
            for (var node : List.of(ledger, other, ledger, other)) {
                sealers.add(threads.submit(() -> {
                    var sealed = 0L;
                    while (busy.get()) {
                        sealed += node.seal();
                    }
                    return sealed;
                }));
            }
            var moves = new ArrayList<Future<Long>>();
            for (int number = 0; number < 3_000; number++) {
                var wallet = wallets.get(number % wallets.size());
                var node = number % 2 == 0 ? ledger : other;
                moves.add(threads.submit(() -> node.move(Move.of(wallet, PostingType.SANDBOX_TOP_UP, 3))));
            }
            for (var move : moves) {
                move.get();
            }
            busy.set(false);
            var sealed = (long) ledger.seal();
            for (var sealer : sealers) {
                sealed += sealer.get();
            }
            sealed += ledger.seal();
            assertThat(sealed).isEqualTo(3_000);
        }
        for (var wallet : wallets) {
            var next = 1L;
            for (var seal : seals(wallet)) {
                assertThat(seal.from()).isEqualTo(next);
                next = seal.to() + 1;
            }
            assertThat(next).isEqualTo(1_001);
        }
    }

    @Test
    void aSealerThatReadBeforeAnotherWroteAddsNothing() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 1);
        var hash = new byte[32];
        var late = new Seal(wallet, 1, 1, hash, TestLedger.CLOCK.instant());
        ledger.topUp(wallet, 1);
        assertThat(ledger.seal()).isEqualTo(2);
        var added = ledger.database().transaction(session -> SealStore.insert(session, List.of(late)));
        assertThat(added).isEmpty();
        assertThat(seals(wallet)).containsExactly(new Span(1, 2));
    }

    @Test
    void aWalletWithAGapIsSealedNoFurther() {
        var wallet = TestLedger.wallet("THB");
        var whole = TestLedger.wallet("THB");
        for (int time = 0; time < 5; time++) {
            ledger.topUp(wallet, 1);
        }
        ledger.topUp(whole, 1);
        ledger.asOwner("CREATE TABLE kept AS SELECT * FROM transfer WHERE seq = 3");
        ledger.asOwner("DELETE FROM transfer WHERE seq = 3");
        assertThat(ledger.seal()).isEqualTo(1);
        assertThat(seals(wallet)).isEmpty();
        ledger.asOwner("INSERT INTO transfer SELECT * FROM kept");
        assertThat(ledger.seal()).isEqualTo(5);
    }
}
