package io.tical.server.rail;

import io.tical.server.rail.EvmReader.Order;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a token on an Ethereum-compatible chain through a node's JSON-RPC. Reads the {@code Transfer} events of its
 * contract to the addresses, from the first block that may still change.
 *
 * <p>One URL often balances between several nodes, and events may come from an index that is behind the blocks. A scan therefore reads the
 * events of the newest block by its hash: a node that does not have it refuses that, and then nothing counts as read. Cursors are block
 * numbers and stay at least {@code overlap} blocks behind the head. What a scan misses nevertheless is found by {@link EvmCheck}.
 */
public final class EvmWatcher implements ChainWatcher {
    private static final int ADDRESSES_MAX = 200;
    /** Requests of one scan. After an outage, the next scan continues where this one ended. */
    private static final int QUESTIONS_MAX = 40;

    private static final Logger LOG = LoggerFactory.getLogger(EvmWatcher.class);

    private final Upstream upstream;
    private final EvmReader reader;
    private final Chain chain;

    /**
     * A token on a chain.
     *
     * @param id the chain id (EIP-155); forks have the same contract addresses but worthless tokens
     * @param contract the address of the token's contract
     * @param overlap blocks that every scan reads again
     */
    public record Chain(long id, String contract, int overlap) {
        public Chain {
            if (EvmAddress.account(contract).isEmpty()) {
                throw new IllegalArgumentException("not a contract address: " + contract);
            }
        }
    }

    /** @param token the bearer token of the node, or empty */
    public EvmWatcher(Upstream upstream, String token, Chain chain) {
        this.upstream = upstream;
        this.reader = new EvmReader(upstream, new JsonRpc(upstream, token), chain);
        this.chain = chain;
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
        try {
            return scanAll(addresses);
        } catch (UpstreamFailure failure) {
            return Collections.nCopies(addresses.size(), new ChainOutcome.Unavailable(failure));
        }
    }

    @Override
    public List<CheckOutcome> check(List<Account> accounts) {
        try {
            return EvmCheck.of(reader, upstream, accounts);
        } catch (UpstreamFailure failure) {
            return Collections.nCopies(accounts.size(), new CheckOutcome.Unavailable(failure));
        }
    }

    private List<ChainOutcome> scanAll(List<Watched> addresses) {
        var head = reader.head();
        var firstBlock = firstBlock(addresses, head.number());
        ToLongFunction<Watched> start =
                watched -> watched.cursor() == null ? firstBlock : Long.parseLong(watched.cursor());
        var from = addresses.stream().mapToLong(start).min().orElse(head.number());
        var byTopic = new TreeMap<String, Watched>();
        addresses.forEach(watched -> byTopic.putIfAbsent(EvmLog.topic(watched.address()), watched));
        var scan = scan(from, head, List.copyOf(byTopic.keySet()));
        var logs = new HashMap<Watched, List<EvmLog>>();
        for (var log : scan.logs()) {
            var watched = byTopic.get(log.to());
            if (watched == null) {
                throw upstream.failure("returned transfers that were not requested");
            }
            logs.computeIfAbsent(watched, key -> new ArrayList<>()).add(log);
        }
        var times = reader.times(logs.values().stream().flatMap(List::stream).toList());
        return addresses.stream()
                .<ChainOutcome>map(watched -> {
                    var unsettled = head.number() - Math.max(watched.confirmations(), chain.overlap());
                    var next = Math.min(unsettled, scan.through()) + 1;
                    return new ChainOutcome.Scanned(
                            logs.getOrDefault(watched, List.of()).stream()
                                    .map(log -> log.transfer(head.number(), times))
                                    .toList(),
                            Long.toString(Math.max(start.applyAsLong(watched), next)),
                            scan.through());
                })
                .toList();
    }

    private long firstBlock(List<Watched> addresses, long head) {
        return addresses.stream()
                .filter(watched -> watched.cursor() == null)
                .map(Watched::openedAt)
                .min(Instant::compareTo)
                .map(opened -> reader.before(opened, head))
                .orElse(head);
    }

    /** @param through the last block of which all events were read; 0 if the node that answers may lag */
    private record Scan(Collection<EvmLog> logs, long through) {}

    private Scan scan(long from, EvmReader.Block head, List<String> topics) {
        var receivers = EvmReader.to(topics);
        var read = reader.logs(from, head.number(), receivers, Order.OLDEST_FIRST, QUESTIONS_MAX);
        if (!read.complete()) {
            return new Scan(read.logs(), read.low() - 1);
        }
        try {
            return new Scan(
                    distinct(Stream.concat(read.logs().stream(), reader.logs(head, receivers).stream())),
                    head.number());
        } catch (UpstreamFailure.Refused refused) {
            LOG.warn("{} does not have the events of its newest block; they are read again", name());
            return new Scan(distinct(read.logs().stream()), 0);
        }
    }

    private static Collection<EvmLog> distinct(Stream<EvmLog> logs) {
        return logs.collect(Collectors.toMap(
                        log -> Map.entry(log.txHash(), log.index()),
                        Function.identity(),
                        (first, again) -> again,
                        LinkedHashMap::new))
                .values();
    }
}
