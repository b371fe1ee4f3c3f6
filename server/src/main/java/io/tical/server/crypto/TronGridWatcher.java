package io.tical.server.crypto;

import io.tical.server.crypto.TronGrid.Direction;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Watches a token on TRON through {@link TronGrid}.
 *
 * <p>Cursors are times in milliseconds. They stay one hour behind, because the index is updated after the blocks,
 * sometimes with a delay. What is listed later still is found by the checks, which compare the whole list with the balance.
 */
public final class TronGridWatcher implements ChainWatcher {
    private static final int ADDRESSES_MAX = 20;
    /** Pages and transactions of one scan. The next scan continues with the others, unless it could not get further. */
    private static final int PAGES_MAX = 10;

    private static final int TRANSACTIONS_MAX = 40;
    /** New transactions of one check; the next one continues with the others. */
    private static final int TRANSACTIONS_OF_CHECK_MAX = 400;

    private static final int PAGES_LIMIT = 200;

    private static final Duration BLOCK = Duration.ofSeconds(3);
    private static final Duration OVERLAP = Duration.ofHours(1);
    /** Tolerance between the chain's clock and the service's. */
    private static final Duration CLOCKS = Duration.ofMinutes(5);

    private final Upstream upstream;
    private final TronGrid grid;

    /**
     * @param key the TronGrid API key, or empty
     * @param contract the address of the token's contract
     */
    public TronGridWatcher(Upstream upstream, String key, String contract) {
        this.upstream = upstream;
        grid = new TronGrid(upstream, key, contract);
    }

    @Override
    public String name() {
        return upstream.name();
    }

    @Override
    public void close() {
        upstream.close();
    }

    @Override
    public int addressesMax() {
        return ADDRESSES_MAX;
    }

    @Override
    public List<ChainOutcome> scan(List<Watched> addresses) {
        var outcomes = new ArrayList<ChainOutcome>();
        TronGrid.Block head = null;
        UpstreamFailure given = null;
        for (var watched : addresses) {
            try {
                if (given != null) {
                    throw given;
                }
                head = head == null ? grid.head() : head;
                outcomes.add(scan(watched, head));
            } catch (UpstreamFailure failure) {
                outcomes.add(new ChainOutcome.Unavailable(failure));
                // If the upstream fails for one address, it will fail for the others, unless it refused this request
                // only.
                given = failure instanceof UpstreamFailure.Refused ? null : failure;
            }
        }
        return outcomes;
    }

    @Override
    public List<CheckOutcome> check(List<Account> accounts) {
        var outcomes = new ArrayList<CheckOutcome>();
        Heads heads = null;
        UpstreamFailure given = null;
        for (var account : accounts) {
            try {
                if (given != null) {
                    throw given;
                }
                heads = heads == null ? new Heads(grid.head(), grid.finalHead()) : heads;
                outcomes.add(check(account, heads));
            } catch (UpstreamFailure failure) {
                outcomes.add(new CheckOutcome.Unavailable(failure));
                given = failure instanceof UpstreamFailure.Refused ? null : failure;
            }
        }
        return outcomes;
    }

    private record Heads(TronGrid.Block newest, TronGrid.Block last) {}

    /**
     * Compares what came and what left since the address was issued with its balance. Lists only name transactions, in any order and some of
     * them twice; what each moved is read from its final block. The balance may be of a slightly later block than the list; the next check
     * then shows no difference.
     */
    private CheckOutcome check(Account account, Heads heads) {
        var through = heads.last();
        var from = account.openedAt().minus(CLOCKS);
        var known = account.recorded().stream().map(ChainTransfer::txHash).collect(Collectors.toSet());
        var received = new ArrayList<>(account.recorded());
        grid.all(account.address(), Direction.TO, from).stream()
                .map(TronGrid.Entry::txHash)
                .filter(known::add)
                .limit(TRANSACTIONS_OF_CHECK_MAX)
                .forEach(hash ->
                        received.addAll(grid.finalTransfers(hash, Direction.TO, account.address(), heads.newest())));
        var difference = grid.balance(account.address())
                .subtract(received.stream()
                        .filter(transfer -> transfer.block() <= through.number())
                        .map(ChainTransfer::units)
                        .reduce(BigInteger.ZERO, BigInteger::add));
        if (difference.signum() != 0) {
            difference = grid.all(account.address(), Direction.FROM, from).stream()
                    .map(TronGrid.Entry::txHash)
                    .distinct()
                    .limit(TRANSACTIONS_OF_CHECK_MAX)
                    .flatMap(hash ->
                            grid.finalTransfers(hash, Direction.FROM, account.address(), heads.newest()).stream())
                    .filter(transfer -> transfer.block() <= through.number())
                    .map(ChainTransfer::units)
                    .reduce(difference, BigInteger::add);
        }
        return new CheckOutcome.Checked(
                received.stream()
                        .filter(transfer -> transfer.confirmations() >= account.confirmations())
                        .filter(transfer -> !account.recorded().contains(transfer))
                        .toList(),
                difference,
                through.at());
    }

    /**
     * Reads the list of transfers, oldest first. A list that is read in parts never leaves a transfer behind that may still change,
     * because the next scan would take it for one that the chain dropped.
     */
    private ChainOutcome scan(Watched watched, TronGrid.Block head) {
        var cursor = watched.cursor();
        var from = cursor == null ? watched.openedAt().minus(CLOCKS) : Instant.ofEpochMilli(Long.parseLong(cursor));
        var found = new Found(watched, from);
        var last = from;
        var fingerprint = "";
        for (int read = 1; read <= PAGES_LIMIT; read++) {
            var page = grid.page(watched.address(), Direction.TO, from, fingerprint);
            for (var entry : page.entries()) {
                if (!found.has(entry.txHash())) {
                    if (found.count() >= TRANSACTIONS_MAX && found.progress(last)) {
                        return found.through(last);
                    }
                    found.add(entry.txHash(), grid.transfers(entry.txHash(), watched.address(), head));
                }
                last = entry.at();
            }
            last = page.last() == null ? last : page.last();
            fingerprint = page.fingerprint();
            if (fingerprint.isEmpty()) {
                return found.complete(head);
            }
            if (read >= PAGES_MAX && found.progress(last)) {
                return found.through(last);
            }
        }
        throw grid.endless();
    }

    /** What a scan has found so far. */
    private static final class Found {
        private final Watched watched;
        private final Instant from;
        private final Set<String> transactions = new HashSet<>();
        private final List<ChainTransfer> transfers = new ArrayList<>();

        Found(Watched watched, Instant from) {
            this.watched = watched;
            this.from = from;
        }

        boolean has(String hash) {
            return watched.known().contains(hash) || transactions.contains(hash);
        }

        void add(String hash, List<ChainTransfer> more) {
            transactions.add(hash);
            transfers.addAll(more);
        }

        int count() {
            return transactions.size();
        }

        /** Whether the next scan would find others: it starts later, or transfers that are final now are known to it. */
        boolean progress(Instant last) {
            return next(last).isAfter(from) || transfers.stream().anyMatch(this::isFinal);
        }

        private boolean isFinal(ChainTransfer transfer) {
            return transfer.confirmations() >= watched.confirmations();
        }

        /** The start of the next scan: before everything that may still change or appear. */
        private Instant next(Instant read) {
            var reserve = BLOCK.multipliedBy(2L * watched.confirmations());
            var settled = transfers.stream()
                    .filter(transfer -> !isFinal(transfer))
                    .map(ChainTransfer::at)
                    .filter(read::isAfter)
                    .min(Comparator.naturalOrder())
                    .orElse(read)
                    .minus(reserve.compareTo(OVERLAP) > 0 ? reserve : OVERLAP);
            return settled.isAfter(from) ? settled : from;
        }

        ChainOutcome complete(TronGrid.Block head) {
            return new ChainOutcome.Scanned(transfers, millis(next(head.at())), head.number());
        }

        /** A scan of a part cannot show that a transfer is missing. */
        ChainOutcome through(Instant last) {
            return new ChainOutcome.Scanned(transfers, millis(next(last)), 0);
        }
    }

    private static String millis(Instant at) {
        return Long.toString(at.toEpochMilli());
    }
}
