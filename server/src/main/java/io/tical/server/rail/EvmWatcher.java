package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

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
    public List<ChainOutcome> look(List<Watched> addresses) {
        try {
            return sights(addresses);
        } catch (JsonRpc.Refused refused) {
            return unavailable(
                    addresses, UpstreamFailure.retryable(name() + " refused a request with error " + refused.code()));
        } catch (UpstreamFailure failure) {
            return unavailable(addresses, failure);
        }
    }

    private static List<ChainOutcome> unavailable(List<Watched> addresses, UpstreamFailure failure) {
        return addresses.stream()
                .<ChainOutcome>map(watched -> ChainOutcome.Unavailable.of(watched.address(), failure))
                .toList();
    }

    private List<ChainOutcome> sights(List<Watched> addresses) {
        requireChain();
        var head = Hex.quantity(rpc.call("eth_blockNumber"), name());
        var starts = starts(addresses, head);
        var from = starts.values().stream().mapToLong(start -> start).min().orElse(head);
        var byTopic = addresses.stream()
                .collect(Collectors.toMap(
                        watched -> EvmLog.topic(watched.address()),
                        watched -> watched,
                        (one, same) -> one,
                        TreeMap::new));
        var scan = scan(from, head, List.copyOf(byTopic.keySet()));
        var logs = new HashMap<Watched, List<EvmLog>>();
        for (var log : scan.logs()) {
            var watched = byTopic.get(log.to());
            if (watched == null || log.block() < from || log.block() > head) {
                throw UpstreamFailure.retryable(name() + " returned transfers that were not requested");
            }
            if (!watched.known().contains(log.txHash())) {
                logs.computeIfAbsent(watched, key -> new ArrayList<>()).add(log);
            }
        }
        var times = times(logs.values().stream().flatMap(List::stream).toList());
        return addresses.stream()
                .<ChainOutcome>map(watched -> {
                    var start = starts.get(watched);
                    var next =
                            Math.min(head - Math.max(watched.confirmations(), chain.overlap()) + 1, scan.through() + 1);
                    return new ChainOutcome.Looked(
                            watched.address(),
                            logs.getOrDefault(watched, List.of()).stream()
                                    .map(log -> log.transfer(head, times))
                                    .toList(),
                            Long.toString(Math.max(start == null ? from : start, next)),
                            scan.through());
                })
                .toList();
    }

    private void requireChain() {
        if (!chainChecked) {
            var id = Hex.quantity(rpc.call("eth_chainId"), name());
            if (id != chain.id()) {
                throw UpstreamFailure.misconfigured(
                        name() + " is a node of chain " + id + ", not of chain " + chain.id());
            }
            chainChecked = true;
        }
    }

    /** The first block to scan for each address. */
    private Map<Watched, Long> starts(List<Watched> addresses, long head) {
        var starts = new LinkedHashMap<Watched, Long>();
        var first = addresses.stream()
                .filter(watched -> watched.cursor() == null)
                .map(Watched::openedAt)
                .min(Instant::compareTo);
        var firstBlock = first.map(openedAt -> blockBefore(openedAt, head)).orElse(head);
        for (var watched : addresses) {
            var cursor = watched.cursor();
            starts.put(watched, cursor == null ? firstBlock : Long.parseLong(cursor));
        }
        return starts;
    }

    /** Finds a block before this time. It is usually recent, because new addresses are scanned within seconds. */
    private long blockBefore(Instant at, long head) {
        var made = at.minus(CLOCKS);
        for (var back = BLOCKS_BACK; ; back *= 4) {
            var number = Math.max(0, head - back);
            if (number == 0 || !header(number).at().isAfter(made)) {
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
            } catch (JsonRpc.Refused refused) {
                span = halved(
                        end - at + 1,
                        UpstreamFailure.retryable(name() + " refused to list one block with error " + refused.code()));
            } catch (UpstreamFailure failure) {
                if (!failure.tooLarge()) {
                    throw failure;
                }
                span = halved(end - at + 1, failure);
            }
        }
        blocksMax.set(Math.min(BLOCKS_MAX, span * 2));
        return new Scan(logs, Math.min(head, at - 1));
    }

    private long halved(long span, UpstreamFailure otherwise) {
        if (span <= 1) {
            blocksMax.set(1);
            throw otherwise;
        }
        return span / 2;
    }

    private List<EvmLog> logs(long from, long to, List<String> topics) {
        var topicsOfEvent = new ArrayList<Object>();
        topicsOfEvent.add(EvmLog.TRANSFER);
        topicsOfEvent.add(null);
        topicsOfEvent.add(topics);
        var filter = new LinkedHashMap<String, Object>();
        filter.put("fromBlock", Hex.of(from));
        filter.put("toBlock", Hex.of(to));
        filter.put("address", chain.contract());
        filter.put("topics", topicsOfEvent);
        var answer = rpc.call("eth_getLogs", filter);
        if (!answer.isArray()) {
            throw UpstreamFailure.retryable(name() + " returned no list of events");
        }
        var logs = new ArrayList<EvmLog>();
        for (var node : answer) {
            EvmLog.of(node, chain.contract(), name()).ifPresent(logs::add);
        }
        return logs;
    }

    private record Header(String hash, Instant at) {}

    private Header header(long number) {
        return header(rpc.call("eth_getBlockByNumber", Hex.of(number), false));
    }

    private Header header(JsonNode block) {
        return new Header(
                Hex.hash(block.path("hash"), name()),
                Instant.ofEpochSecond(Hex.quantity(block.path("timestamp"), name())));
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
                .map(number -> List.<Object>of(Hex.of(number), false))
                .toList();
        for (var block : rpc.calls("eth_getBlockByNumber", params)) {
            var header = header(block);
            times.put(header.hash(), header.at());
        }
        if (!times.keySet().containsAll(unknown.values())) {
            throw UpstreamFailure.retryable("the chain changed during the scan of " + name());
        }
        return times;
    }

    /** Hexadecimal as JSON-RPC writes it. */
    static final class Hex {
        private static final HexFormat DIGITS = HexFormat.of();

        private Hex() {}

        static String of(long quantity) {
            return "0x" + Long.toHexString(quantity);
        }

        /** @throws UpstreamFailure if it is not a number or is too large */
        static long quantity(JsonNode node, String name) {
            var text = node.asText();
            if (!node.isTextual() || !text.matches("0x[0-9a-fA-F]{1,13}")) {
                throw UpstreamFailure.retryable(name + " returned an invalid number");
            }
            return Long.parseLong(text, 2, text.length(), 16);
        }

        static String hash(JsonNode node, String name) {
            var text = node.asText();
            if (!node.isTextual() || !text.matches("0x[0-9a-fA-F]{64}")) {
                throw UpstreamFailure.retryable(name + " returned an invalid hash");
            }
            return "0x" + DIGITS.formatHex(DIGITS.parseHex(text, 2, text.length()));
        }
    }
}
