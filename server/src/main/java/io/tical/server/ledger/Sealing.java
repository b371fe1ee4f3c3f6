package io.tical.server.ledger;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.SealStore.Chain;
import io.tical.server.ledger.SealStore.Link;
import io.tical.server.ledger.SealStore.Span;
import io.tical.server.work.Items;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals committed transfers in the background, into one hash chain a wallet: removing, inserting or reordering sealed transfers requires
 * all later seals to be recomputed, which needs the key of their MACs. It does not seal an altered transfer, and none after it.
 *
 * <p>It takes no lock. A wallet's row says which transfers have committed, because they are numbered under its lock, and they never
 * change. Several nodes may seal concurrently: a new seal begins after the last one that its node has read, and the primary key admits one
 * seal for each beginning. A node that read before another wrote inserts nothing and reads again in its next round; a node that dies
 * between read and write leaves nothing behind. If somebody deletes the end of a chain, seals and transfers together, the rest of the chain
 * is still valid. Therefore an audit prints the heads, which a later audit compares.
 */
public final class Sealing {
    /** The maximum number of transfers that one seal covers. After a round that sealed at least as many, the next should begin without a pause. */
    public static final int SEAL_TRANSFERS_MAX = 10_000;

    private static final int ROUND_WALLETS_MAX = 500;
    private static final int ROUND_TRANSFERS_MAX = 10 * SEAL_TRANSFERS_MAX;

    private static final Logger LOG = LoggerFactory.getLogger(Sealing.class);

    private final Database database;
    private final Clock clock;
    /** A wallet has no due time that could be moved. */
    private final Items<WalletKey> wallets = new Items<>("wallet", (wallet, by) -> false);

    public Sealing(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Seals at most 500 wallets and about 100,000 transfers, and notes the ends of the journal.
     *
     * @return how many transfers this round sealed, not counting those that another node sealed meanwhile
     */
    public int runOnce() {
        var queue = new ArrayDeque<>(database.run(session -> SealStore.behind(session, ROUND_WALLETS_MAX)));
        queue.removeIf(chain -> wallets.skipped(chain.wallet()));
        var sealed = 0;
        while (!queue.isEmpty() && sealed < ROUND_TRANSFERS_MAX) {
            sealed += seal(next(queue), queue);
        }
        database.noteJournal();
        return sealed;
    }

    /** Seals these wallets together. If that fails, seals each separately, so that a damaged wallet does not block the others. */
    private int seal(List<Chain> chains, Deque<Chain> queue) {
        if (chains.size() == 1) {
            var sealed = new AtomicInteger();
            wallets.run(chains.getFirst().wallet(), () -> sealed.set(sealTogether(chains, queue)));
            return sealed.get();
        }
        try {
            return sealTogether(chains, queue);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.debug("{} wallets are sealed one by one", chains.size(), failure);
            return chains.stream()
                    .mapToInt(chain -> seal(List.of(chain), queue))
                    .sum();
        }
    }

    private int sealTogether(List<Chain> chains, Deque<Chain> queue) {
        var spans = chains.stream().map(Sealing::span).toList();
        var seals = seals(chains, database.run(session -> SealStore.links(session, spans)));
        var added = database.transaction(session -> SealStore.insert(session, seals));
        var known = chains.stream().collect(Collectors.toMap(Chain::wallet, Function.identity()));
        var sealed = 0;
        for (var seal : seals) {
            if (added.contains(seal.wallet())) {
                sealed += Math.toIntExact(seal.toSeq() - seal.fromSeq() + 1);
                extend(queue, seal, known);
            }
        }
        return sealed;
    }

    /** The chains at the head of the queue whose next seals together cover about as much as one seal may; at least one. */
    private static List<Chain> next(Deque<Chain> queue) {
        var chains = new ArrayList<Chain>();
        var transfers = 0L;
        while (!queue.isEmpty()) {
            var span = span(queue.peek());
            transfers += span.toSeq() - span.fromSeq() + 1;
            if (!chains.isEmpty() && transfers > SEAL_TRANSFERS_MAX) {
                break;
            }
            chains.add(queue.remove());
        }
        return chains;
    }

    private static Span span(Chain chain) {
        var to = Math.min(chain.lastSeq(), chain.toSeq() + SEAL_TRANSFERS_MAX);
        return new Span(chain.wallet(), chain.toSeq() + 1, to);
    }

    /** A wallet with more to seal goes to the end of the queue. */
    private static void extend(Deque<Chain> queue, Seal seal, Map<WalletKey, Chain> chains) {
        var lastSeq = Objects.requireNonNull(chains.get(seal.wallet())).lastSeq();
        if (seal.toSeq() < lastSeq) {
            queue.add(new Chain(seal.wallet(), seal.toSeq(), seal.hash(), lastSeq));
        }
    }

    /** @param transfers those of the chains' next spans, in the order of the chains */
    private List<Seal> seals(List<Chain> chains, List<Link> transfers) {
        var seals = new ArrayList<Seal>(chains.size());
        var place = 0;
        for (var chain : chains) {
            var span = span(chain);
            var digest = Seal.after(chain.hash());
            var seq = span.fromSeq();
            while (place < transfers.size() && transfers.get(place).wallet().equals(span.wallet())) {
                var transfer = transfers.get(place++);
                if (transfer.seq() == seq) {
                    digest.update(transfer.mac());
                    seq++;
                }
            }
            if (seq <= span.toSeq()) {
                throw new IllegalStateException(span.wallet() + " has no transfer " + seq + " of " + span.toSeq()
                        + ": the wallet is no longer sealed. Run ./tical audit.");
            }
            seals.add(new Seal(span.wallet(), span.fromSeq(), span.toSeq(), digest.digest(), clock.instant()));
        }
        return seals;
    }
}
