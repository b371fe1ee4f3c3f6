package io.tical.server.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks, {@code Transfer} events and balances of a token from an Ethereum-compatible node.
 *
 * <p>Providers limit the block range of a request differently. A request that is refused, or whose response is too
 * large, is repeated for half of the blocks.
 */
final class EvmReader {
    private static final long BLOCKS_MAX = 2_000;
    private static final long BLOCKS_BACK = 128;
    /** Tolerance between the chain's clock and the service's. */
    private static final Duration CLOCKS = Duration.ofMinutes(5);
    /** The selector of {@code balanceOf(address)}: the first bytes of its Keccak-256. */
    private static final String BALANCE_OF = "0x70a08231";

    private final Upstream upstream;
    private final JsonRpc rpc;
    private final EvmWatcher.Chain chain;
    private final AtomicLong blocksMax = new AtomicLong(BLOCKS_MAX);
    private volatile boolean chainChecked;

    EvmReader(Upstream upstream, JsonRpc rpc, EvmWatcher.Chain chain) {
        this.upstream = upstream;
        this.rpc = rpc;
        this.chain = chain;
    }

    /** A block. */
    record Block(long number, String hash, Instant at) {
        /** Whether it may have transfers to an address that was issued at a time. */
        boolean isSince(Instant opened) {
            return !at.isBefore(opened.minus(CLOCKS));
        }
    }

    /**
     * What was read of a range.
     *
     * @param low the first block that was not read
     * @param high the last block that was not read; less than {@code low} if all were read
     */
    record Read(List<EvmLog> logs, long low, long high) {
        boolean complete() {
            return low > high;
        }
    }

    /** Which blocks of a range come first. */
    enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    /** The receivers of transfers, as topics of events. */
    static List<@Nullable Object> to(List<String> receivers) {
        return Arrays.asList(EvmLog.TRANSFER, null, receivers);
    }

    /** The senders of transfers, as topics of events. */
    static List<@Nullable Object> from(List<String> senders) {
        return Arrays.asList(EvmLog.TRANSFER, senders);
    }

    /** The newest block, of a chain that is the expected one. */
    Block head() {
        if (!chainChecked) {
            var id = rpc.quantity(rpc.call("eth_chainId"));
            if (id != chain.id()) {
                throw upstream.misconfigured("is a node of chain " + id + ", not of chain " + chain.id());
            }
            chainChecked = true;
        }
        return block(rpc.call("eth_getBlockByNumber", "latest", false));
    }

    Block block(long number) {
        return block(rpc.call("eth_getBlockByNumber", JsonRpc.hex(number), false));
    }

    /** The blocks of a range, in their order. */
    List<Block> blocks(long from, long to) {
        return blocks(LongStream.rangeClosed(from, to).boxed().toList());
    }

    private List<Block> blocks(Collection<Long> numbers) {
        var params = numbers.stream()
                .map(number -> List.<Object>of(JsonRpc.hex(number), false))
                .toList();
        return rpc.calls("eth_getBlockByNumber", params).stream()
                .map(this::block)
                .toList();
    }

    private Block block(JsonNode node) {
        return new Block(
                rpc.quantity(node.path("number")),
                rpc.hash(node.path("hash")),
                Instant.ofEpochSecond(rpc.quantity(node.path("timestamp"))));
    }

    /**
     * Finds a block before an address was issued. It is usually recent, because new addresses are scanned within
     * seconds.
     */
    long before(Instant opened, long head) {
        for (var back = BLOCKS_BACK; ; back *= 4) {
            var number = Math.max(0, head - back);
            if (number == 0 || !block(number).isSince(opened)) {
                return number;
            }
        }
    }

    /** Reads the events of a range of blocks, with at most so many requests. */
    Read logs(long from, long to, List<@Nullable Object> topics, Order order, int questionsMax) {
        var logs = new ArrayList<EvmLog>();
        var span = blocksMax.get();
        var low = from;
        var high = to;
        for (int asked = 0; low <= high && asked < questionsMax; asked++) {
            var begin = order == Order.NEWEST_FIRST ? Math.max(low, high - span + 1) : low;
            var end = order == Order.NEWEST_FIRST ? high : Math.min(high, low + span - 1);
            try {
                logs.addAll(events(
                        Map.of("fromBlock", JsonRpc.hex(begin), "toBlock", JsonRpc.hex(end)), begin, end, topics));
                if (order == Order.NEWEST_FIRST) {
                    high = begin - 1;
                } else {
                    low = end + 1;
                }
            } catch (UpstreamFailure.Refused refused) {
                span = (end - begin + 1) / 2;
                if (span == 0) {
                    blocksMax.set(1);
                    throw refused;
                }
            }
        }
        blocksMax.set(Math.min(BLOCKS_MAX, span * 2));
        return new Read(logs, low, high);
    }

    /**
     * Reads the events of blocks by their hashes.
     *
     * @throws UpstreamFailure.Refused if a node that answers does not have one of these blocks
     */
    List<EvmLog> logs(List<Block> blocks, List<@Nullable Object> topics) {
        var params = blocks.stream()
                .map(block -> List.<Object>of(filter(Map.of("blockHash", block.hash()), topics)))
                .toList();
        var answers = rpc.calls("eth_getLogs", params);
        var logs = new ArrayList<EvmLog>();
        for (int i = 0; i < blocks.size(); i++) {
            var number = blocks.get(i).number();
            logs.addAll(events(answers.get(i), number, number));
        }
        return logs;
    }

    private List<EvmLog> events(Map<String, Object> blocks, long from, long to, List<@Nullable Object> topics) {
        return events(rpc.call("eth_getLogs", filter(blocks, topics)), from, to);
    }

    private Map<String, Object> filter(Map<String, Object> blocks, List<@Nullable Object> topics) {
        var filter = new HashMap<>(blocks);
        filter.put("address", chain.contract());
        filter.put("topics", topics);
        return filter;
    }

    private List<EvmLog> events(JsonNode answer, long from, long to) {
        if (!answer.isArray()) {
            throw upstream.failure("returned no list of events");
        }
        var logs = new ArrayList<EvmLog>();
        for (var node : answer) {
            EvmLog.of(node, chain.contract(), rpc, upstream).ifPresent(logs::add);
        }
        if (logs.stream().anyMatch(log -> log.block() < from || log.block() > to)) {
            throw upstream.failure("returned transfers that were not requested");
        }
        return logs;
    }

    /** The balances of addresses after a block, in their order. */
    List<BigInteger> balances(List<String> addresses, long block) {
        var params = addresses.stream()
                .map(address -> List.<Object>of(
                        Map.of(
                                "to",
                                chain.contract(),
                                "data",
                                BALANCE_OF + EvmLog.topic(address).substring(2)),
                        JsonRpc.hex(block)))
                .toList();
        return rpc.calls("eth_call", params).stream()
                .map(balance -> new BigInteger(rpc.hash(balance).substring(2), 16))
                .toList();
    }

    /** The times of the blocks by hash, because some nodes omit them from events. */
    Map<String, Instant> times(List<EvmLog> logs) {
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
        blocks(unknown.keySet()).forEach(block -> times.put(block.hash(), block.at()));
        if (!times.keySet().containsAll(unknown.values())) {
            throw UpstreamFailure.retryable("the chain changed during the scan of " + upstream.name());
        }
        return times;
    }
}
