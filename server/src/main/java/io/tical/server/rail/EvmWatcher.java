package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * Watches a token on an Ethereum-compatible chain through a node's JSON-RPC. Reads the {@code Transfer} events of its
 * contract to the addresses, from the first block that may still change.
 *
 * <p>Cursors are block numbers and stay at least {@code overlap} blocks behind the head, because one URL often balances
 * between several nodes, and a lagging node does not know the newest blocks.
 *
 * <p>Providers limit the block range of a request differently. A request that is refused, or whose response is too
 * large, is repeated for half of the blocks.
 */
public final class EvmWatcher implements ChainWatcher {
    private static final int ADDRESSES_MAX = 200;
    private static final long BLOCKS_MAX = 2_000;
    /** Requests of one scan. After an outage, the next scan continues where this one ended. */
    private static final int QUESTIONS_MAX = 40;

    private static final long BLOCKS_BACK = 128;
    /** Tolerance between the chain's clock and the service's. */
    private static final Duration CLOCKS = Duration.ofMinutes(5);

    private final Upstream upstream;
    private final JsonRpc rpc;
    private final Chain chain;
    private final AtomicLong blocksMax = new AtomicLong(BLOCKS_MAX);
    private volatile boolean chainChecked;

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
        this.rpc = new JsonRpc(upstream, token);
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

    private List<ChainOutcome> scanAll(List<Watched> addresses) {
        requireChain();
        var head = rpc.quantity(rpc.call("eth_blockNumber"));
        var firstBlock = firstBlock(addresses, head);
        ToLongFunction<Watched> start =
                watched -> watched.cursor() == null ? firstBlock : Long.parseLong(watched.cursor());
        var from = addresses.stream().mapToLong(start).min().orElse(head);
        var byTopic = new TreeMap<String, Watched>();
        addresses.forEach(watched -> byTopic.putIfAbsent(EvmLog.topic(watched.address()), watched));
        var scan = scan(from, head, List.copyOf(byTopic.keySet()));
        var logs = new HashMap<Watched, List<EvmLog>>();
        for (var log : scan.logs()) {
            var watched = byTopic.get(log.to());
            if (watched == null || log.block() < from || log.block() > head) {
                throw upstream.failure("returned transfers that were not requested");
            }
            if (!watched.known().contains(log.txHash())) {
                logs.computeIfAbsent(watched, key -> new ArrayList<>()).add(log);
            }
        }
        var times = times(logs.values().stream().flatMap(List::stream).toList());
        return addresses.stream()
                .<ChainOutcome>map(watched -> {
                    var unsettled = head - Math.max(watched.confirmations(), chain.overlap());
                    var next = Math.min(unsettled, scan.through()) + 1;
                    return new ChainOutcome.Scanned(
                            logs.getOrDefault(watched, List.of()).stream()
                                    .map(log -> log.transfer(head, times))
                                    .toList(),
                            Long.toString(Math.max(start.applyAsLong(watched), next)),
                            scan.through());
                })
                .toList();
    }

    private void requireChain() {
        if (!chainChecked) {
            var id = rpc.quantity(rpc.call("eth_chainId"));
            if (id != chain.id()) {
                throw upstream.misconfigured("is a node of chain " + id + ", not of chain " + chain.id());
            }
            chainChecked = true;
        }
    }

    /**
     * Finds a block before the new addresses were issued. It is usually recent, because new addresses are scanned within
     * seconds.
     */
    private long firstBlock(List<Watched> addresses, long head) {
        var opened = addresses.stream()
                .filter(watched -> watched.cursor() == null)
                .map(Watched::openedAt)
                .min(Instant::compareTo);
        if (opened.isEmpty()) {
            return head;
        }
        var before = opened.get().minus(CLOCKS);
        for (var back = BLOCKS_BACK; ; back *= 4) {
            var number = Math.max(0, head - back);
            if (number == 0
                    || !time(rpc.call("eth_getBlockByNumber", JsonRpc.hex(number), false))
                            .isAfter(before)) {
                return number;
            }
        }
    }

    /** @param through the last scanned block */
    private record Scan(List<EvmLog> logs, long through) {}

    private Scan scan(long from, long head, List<String> topics) {
        var logs = new ArrayList<EvmLog>();
        var span = blocksMax.get();
        var at = from;
        for (int asked = 0; at <= head && asked < QUESTIONS_MAX; asked++) {
            var end = Math.min(head, at + span - 1);
            try {
                logs.addAll(logs(at, end, topics));
                at = end + 1;
            } catch (UpstreamFailure.Refused refused) {
                span = (end - at + 1) / 2;
                if (span == 0) {
                    blocksMax.set(1);
                    throw refused;
                }
            }
        }
        blocksMax.set(Math.min(BLOCKS_MAX, span * 2));
        return new Scan(logs, Math.min(head, at - 1));
    }

    private List<EvmLog> logs(long from, long to, List<String> receivers) {
        // The second topic of the event is the sender.
        var topics = Arrays.asList(EvmLog.TRANSFER, null, receivers);
        var answer = rpc.call(
                "eth_getLogs",
                Map.of(
                        "fromBlock", JsonRpc.hex(from),
                        "toBlock", JsonRpc.hex(to),
                        "address", chain.contract(),
                        "topics", topics));
        if (!answer.isArray()) {
            throw upstream.failure("returned no list of events");
        }
        var logs = new ArrayList<EvmLog>();
        for (var node : answer) {
            EvmLog.of(node, chain.contract(), rpc, upstream).ifPresent(logs::add);
        }
        return logs;
    }

    private Instant time(JsonNode block) {
        return Instant.ofEpochSecond(rpc.quantity(block.path("timestamp")));
    }

    /** The times of the blocks by hash, because some nodes omit them from events. */
    private Map<String, Instant> times(List<EvmLog> logs) {
        var times = new HashMap<String, Instant>();
        var unknown = new TreeMap<Long, String>();
        for (var log : logs) {
            var at = log.at();
            if (at == null) {
                unknown.put(log.block(), log.blockHash());
            } else {
                times.put(log.blockHash(), at);
            }
        }
        var params = unknown.keySet().stream()
                .map(number -> List.<Object>of(JsonRpc.hex(number), false))
                .toList();
        for (var block : rpc.calls("eth_getBlockByNumber", params)) {
            times.put(rpc.hash(block.path("hash")), time(block));
        }
        if (!times.keySet().containsAll(unknown.values())) {
            throw UpstreamFailure.retryable("the chain changed during the scan of " + name());
        }
        return times;
    }
}
