package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the next group of a queue begins. */
class GroupOverlapTest {
    private final TestLedger ledger = TestLedger.open();

    @AfterEach
    void close() {
        ledger.close();
    }

    /** Writes slowly, and reports what it does. */
    private static final class Slow implements GroupOperation<Long, Long> {
        private final boolean apart;
        private final CountDownLatch writing = new CountDownLatch(1);
        private final AtomicBoolean written = new AtomicBoolean();
        private final List<Boolean> writtenAtBegin = new CopyOnWriteArrayList<>();

        Slow(boolean apart) {
            this.apart = apart;
        }

        @Override
        public boolean needsOwnTransaction() {
            return apart;
        }

        @Override
        public Part<Long, Long> begin(Session session, List<Long> millis) {
            writtenAtBegin.add(written.get());
            return new Part<>() {
                @Override
                public SortedSet<WalletKey> wallets() {
                    return new TreeSet<>();
                }

                @Override
                public void readForDecisions(Session session) {}

                @Override
                public Long decide(Long command, GroupWallets wallets) {
                    return command;
                }

                @Override
                public void write(Session session) {
                    session.sql("SELECT pg_sleep(:seconds)")
                            .bind("seconds", millis.getFirst() / 1_000.0)
                            .listLater(row -> true, rows -> written.set(true));
                    writing.countDown();
                }
            };
        }
    }

    @Test
    void theNextGroupIsReadWhileOneIsWritten() throws Exception {
        assertThat(writtenAtBegin(new Slow(false))).containsExactly(false, false);
    }

    @Test
    void theNextGroupIsReadAfterTheCommitOfAnOperationThatChangesObjectsOfOthers() throws Exception {
        assertThat(writtenAtBegin(new Slow(true))).containsExactly(false, true);
    }

    @Test
    void aGroupThatWaitsTooLongForTheOneBeforeIsRefused() {
        assertThatThrownBy(() -> writtenAtBegin(new Slow(false), 6_000))
                .hasRootCauseInstanceOf(Problem.Unavailable.class)
                .hasRootCauseMessage(Problem.Unavailable.service().getMessage());
    }

    /** Offers a second command while the first one is written. */
    private List<Boolean> writtenAtBegin(Slow slow) throws Exception {
        return writtenAtBegin(slow, 2_000);
    }

    private List<Boolean> writtenAtBegin(Slow slow, long millis) throws Exception {
        var organization = UUID.randomUUID();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> ledger.groupCommit().run(slow, millis, organization, false));
            var second = threads.submit(() -> {
                assertThat(slow.writing.await(10, TimeUnit.SECONDS)).isTrue();
                return ledger.groupCommit().run(slow, 0L, organization, false);
            });
            second.get();
            first.get();
        }
        return slow.writtenAtBegin;
    }
}
