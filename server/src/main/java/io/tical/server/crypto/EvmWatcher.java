package io.tical.server.crypto;

import io.tical.server.crypto.EvmReader.Order;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a token on an Ethereum-compatible chain through a node's JSON-RPC. Reads the {@code Transfer} events of its
 * contract to the addresses, from the first block that may still change.
 *
 * <p>One URL often balances between several nodes, and events may come from an index that is behind the blocks; the events of a range are then
 * fewer, without an error. A node that does not have a block refuses the request for the events of its hash. A scan therefore reads the newest block by
 * its hash, and so it reads each block before the cursor passes it. Cursors are block numbers and stay at least {@code overlap} blocks
 * behind the head. What a scan misses nevertheless is found by {@link EvmCheck}.
 */
public final class EvmWatcher implements ChainWatcher {
    private static final int ADDRESSES_MAX = 200;
    /** Requests of one scan. After an outage, the next scan continues where this one ended. */
    private static final int QUESTIONS_MAX = 40;
    /** Blocks behind the newest final one that are read by their hashes. After an outage, older ones are read by range only. */
    private static final int BY_HASH_MAX = 50;

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
        ToLongFunction<Watched> last = watched -> head.number() - Math.max(watched.confirmations(), chain.overlap());
        var from = addresses.stream().mapToLong(start).min().orElse(head.number());
        var byTopic = new TreeMap<String, Watched>();
        addresses.forEach(watched -> byTopic.putIfAbsent(EvmLog.topic(watched.address()), watched));
        var receivers = EvmReader.to(List.copyOf(byTopic.keySet()));
        var scan = scan(from, head, receivers);
        var newest = addresses.stream().mapToLong(last).max().orElse(0);
        var passed = passed(
                Math.max(from, newest - BY_HASH_MAX + 1),
                Math.min(scan.through(), newest),
                block -> addresses.stream()
                        .anyMatch(watched ->
                                start.applyAsLong(watched) <= block.number() && block.isSince(watched.openedAt())),
                receivers);
        var logs = new HashMap<Watched, List<EvmLog>>();
        for (var log : distinct(Stream.concat(scan.logs().stream(), passed.logs().stream()))) {
            var watched = byTopic.get(log.to());
            if (watched == null) {
                throw upstream.failure("returned transfers that were not requested");
            }
            logs.computeIfAbsent(watched, key -> new ArrayList<>()).add(log);
        }
        var times = reader.times(logs.values().stream().flatMap(List::stream).toList());
        return addresses.stream()
                .<ChainOutcome>map(watched -> new ChainOutcome.Scanned(
                        logs.getOrDefault(watched, List.of()).stream()
                                .map(log -> log.transfer(head.number(), times))
                                .toList(),
                        Long.toString(Math.max(
                                start.applyAsLong(watched), Math.min(last.applyAsLong(watched), passed.through()) + 1)),
                        scan.through()))
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
    private record Scan(List<EvmLog> logs, long through) {}

    private Scan scan(long from, EvmReader.Block head, List<@Nullable Object> receivers) {
        var read = reader.logs(from, head.number(), receivers, Order.OLDEST_FIRST, QUESTIONS_MAX);
        if (!read.complete()) {
            return new Scan(read.logs(), read.low() - 1);
        }
        return byHash(List.of(head), receivers)
                .map(newest -> new Scan(
                        Stream.concat(read.logs().stream(), newest.stream()).toList(), head.number()))
                .orElseGet(() -> new Scan(read.logs(), 0));
    }

    /** Reads by their hashes those blocks up to {@code through} that cursors are about to pass. */
    private Scan passed(long from, long through, Predicate<EvmReader.Block> wanted, List<@Nullable Object> receivers) {
        var blocks = reader.blocks(from, through).stream().filter(wanted).toList();
        return byHash(blocks, receivers)
                .map(logs -> new Scan(logs, through))
                .orElseGet(() -> new Scan(List.of(), from - 1));
    }

    /** Empty if a node that answers does not have one of the blocks. */
    private Optional<List<EvmLog>> byHash(List<EvmReader.Block> blocks, List<@Nullable Object> receivers) {
        try {
            return Optional.of(reader.logs(blocks, receivers));
        } catch (UpstreamFailure.Refused refused) {
            LOG.warn("{} does not have the events of its newest blocks; they are read again", name());
            return Optional.empty();
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
