package io.tical.server.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Json;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A node of an Ethereum-like chain on loopback: blocks, one token, JSON-RPC, and the moods of real providers. */
public final class EvmNode implements AutoCloseable {
    public static final String CONTRACT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

    private final UpstreamServer server = new UpstreamServer();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Upstream> upstreams = new ArrayList<>();
    private int forks;
    private int sent;
    private int blocksMax = Integer.MAX_VALUE;
    private int lag;
    private InstantSource time = InstantSource.system();
    private boolean silent = true;
    private boolean ofRanges;
    private boolean shuffled;
    private final Random random;
    private final Map<String, BigInteger> left = new HashMap<>();
    private boolean timestamps = true;
    private long chainId = 1;

    /** A block with its transfers. */
    private record Block(String hash, Instant at, List<Payment> payments) {}

    /** A transfer in a block. */
    public record Payment(String txHash, String address, BigInteger units, String from) {
        Payment(String txHash, String address, BigInteger units) {
            this(txHash, address, units, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
        }
    }

    /** A chain of so many empty blocks, the last of them made now. */
    public EvmNode(int count) {
        this(count, 1);
    }

    /** @param seed of what is random: the order and the repetition of events */
    public EvmNode(int count, long seed) {
        random = new Random(seed);
        var first = Instant.now().minusSeconds(12L * count);
        for (int i = 0; i < count; i++) {
            add(first.plusSeconds(12L * (i + 1)));
        }
        server.doing(this::answer);
    }

    private synchronized void add(Instant at) {
        blocks.add(new Block(
                String.format(Locale.ROOT, "0x%064x", 1_000_000L * forks + blocks.size()), at, new ArrayList<>()));
    }

    /** Sets the clock of new blocks. */
    public synchronized EvmNode timedBy(InstantSource clock) {
        time = clock;
        return this;
    }

    public synchronized EvmNode mine(int count) {
        for (int i = 0; i < count; i++) {
            add(time.instant());
        }
        return this;
    }

    /** Pays an address in a new block that was made at that time. */
    public synchronized Payment pay(String address, BigInteger units, Instant at) {
        add(at);
        var payment = new Payment(String.format(Locale.ROOT, "0x%064x", 0xabc000 + ++sent), address, units);
        blocks.getLast().payments().add(payment);
        return payment;
    }

    public Payment pay(String address, long micro) {
        return pay(address, BigInteger.valueOf(micro), time.instant());
    }

    /** The same transaction in the newest block, behind another event. */
    public synchronized void include(Payment payment) {
        add(time.instant());
        blocks.getLast()
                .payments()
                .add(new Payment(String.format(Locale.ROOT, "0x%064x", ++sent), "0x" + "1".repeat(40), BigInteger.ONE));
        blocks.getLast().payments().add(payment);
    }

    /** The last blocks are replaced by others, which are empty. */
    public synchronized EvmNode reorganise(int depth) {
        forks++;
        for (int i = 0; i < depth; i++) {
            blocks.removeLast();
        }
        mine(depth + 1);
        return this;
    }

    public EvmNode refusingMoreThan(int blocksAtOnce) {
        blocksMax = blocksAtOnce;
        return this;
    }

    /** Events are answered as of so many blocks ago, as if there were no others. */
    public synchronized EvmNode lagging(int count) {
        lag = count;
        silent = true;
        ofRanges = false;
        return this;
    }

    /** Events come from a node that does not know so many of the newest blocks. */
    public synchronized EvmNode balancedToLagging(int count) {
        lag = count;
        silent = false;
        ofRanges = false;
        return this;
    }

    /** Events of ranges come from a node that does not know so many of the newest blocks, those of a block's hash from another one. */
    public synchronized EvmNode laggingForRanges(int count) {
        lag = count;
        ofRanges = true;
        return this;
    }

    /** Events are answered in any order, and some of them twice. */
    public synchronized EvmNode shuffling(boolean on) {
        shuffled = on;
        return this;
    }

    /** An address pays somebody in a new block. */
    public synchronized void sweep(String address, BigInteger units) {
        add(time.instant());
        blocks.getLast()
                .payments()
                .add(new Payment(
                        String.format(Locale.ROOT, "0x%064x", 0xabc000 + ++sent),
                        "0x" + "2".repeat(40),
                        units,
                        address));
    }

    /** The balance of an address falls without an event. */
    public synchronized void destroy(String address, BigInteger units) {
        left.merge(EvmLog.topic(address), units, BigInteger::add);
    }

    /** The transfers to an address that the chain has now, in blocks up to a number. */
    public synchronized List<Payment> transfers(String address, long through) {
        return blocks.stream()
                .limit(through + 1)
                .flatMap(block -> block.payments().stream())
                .filter(payment -> payment.address().equalsIgnoreCase(address)
                        && payment.units().signum() > 0)
                .toList();
    }

    public EvmNode withoutTimestamps() {
        timestamps = false;
        return this;
    }

    public EvmNode ofChain(long id) {
        chainId = id;
        return this;
    }

    public UpstreamServer server() {
        return server;
    }

    /** Answers as a node again, after something else. */
    public void recover() {
        server.doing(this::answer);
    }

    public synchronized long head() {
        return blocks.size() - 1L;
    }

    public EvmWatcher watcher(int overlap) {
        return watcher(overlap, 1 << 20);
    }

    EvmWatcher watcher(int overlap, int bytesMax) {
        var upstream = new Upstream(
                "the node",
                URI.create(server.url()),
                new Upstream.Limits(Duration.ofSeconds(10), 100, 100, Duration.ofMinutes(1), bytesMax));
        upstreams.add(upstream);
        return new EvmWatcher(upstream, "node-key", new EvmWatcher.Chain(1, CONTRACT, overlap));
    }

    /** In how many requests a method was called, once or in a batch. */
    public long requests(String method) {
        return server.asked().stream()
                .filter(asked -> asked.text().contains("\"" + method + "\""))
                .count();
    }

    /** How often a method was called. */
    public long calls(String method) {
        return server.asked().stream()
                .mapToLong(asked -> asked.text().split("\"" + method + "\"", -1).length - 1L)
                .sum();
    }

    void answer(UpstreamServer.Asked request, HttpExchange exchange) throws IOException {
        UpstreamServer.send(
                exchange, 200, answer(Json.mapper().readTree(request.body())).toString());
    }

    private synchronized JsonNode answer(JsonNode request) {
        if (request.isArray()) {
            var answers = Json.mapper().createArrayNode();
            // In any order (JSON-RPC 2.0, Batch).
            for (int i = request.size() - 1; i >= 0; i--) {
                answers.add(answer(request.get(i)));
            }
            return answers;
        }
        var params = request.path("params");
        var answer = Json.mapper().createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.path("id"));
        switch (request.path("method").asText()) {
            case "eth_chainId" -> answer.put("result", hex(chainId));
            case "eth_getBlockByNumber" ->
                answer.set("result", block(params.path(0).asText().equals("latest") ? head() : number(params.path(0))));
            case "eth_call" -> answer.put("result", String.format(Locale.ROOT, "0x%064x", balance(params)));
            case "eth_getLogs" -> logs(params.path(0), answer);
            default -> error(answer, -32601, "the method does not exist");
        }
        return answer;
    }

    private @Nullable JsonNode block(long number) {
        if (number > head()) {
            return null;
        }
        var block = blocks.get((int) number);
        return Json.mapper()
                .createObjectNode()
                .put("number", hex(number))
                .put("hash", block.hash())
                .put("timestamp", hex(block.at().getEpochSecond()));
    }

    private BigInteger balance(JsonNode params) {
        var topic = "0x" + params.path(0).path("data").asText().substring(10);
        var balance = left.getOrDefault(topic, BigInteger.ZERO).negate();
        for (var number = 0; number <= number(params.path(1)); number++) {
            for (var payment : blocks.get(number).payments()) {
                balance = EvmLog.topic(payment.address()).equals(topic) ? balance.add(payment.units()) : balance;
                balance = EvmLog.topic(payment.from()).equals(topic) ? balance.subtract(payment.units()) : balance;
            }
        }
        return balance;
    }

    private void logs(JsonNode filter, ObjectNode answer) {
        var hash = filter.path("blockHash");
        var known = ofRanges && !hash.isMissingNode() ? head() : head() - lag;
        var from = hash.isMissingNode() ? number(filter.path("fromBlock")) : numberOf(hash.asText());
        var to = hash.isMissingNode() ? number(filter.path("toBlock")) : from;
        if (to - from + 1 > blocksMax) {
            error(answer, -32005, "query returned more than 10000 results");
            return;
        }
        if (from < 0 || (!hash.isMissingNode() && !silent && from > known)) {
            error(answer, -32000, "unknown block");
            return;
        }
        var logs = logs(from, Math.min(to, known), filter.path("topics"));
        if (shuffled) {
            logs.addAll(logs.stream().filter(log -> random.nextBoolean()).toList());
            Collections.shuffle(logs, random);
        }
        answer.putArray("result").addAll(logs);
    }

    private long numberOf(String hash) {
        return blocks.stream().map(Block::hash).toList().indexOf(hash);
    }

    private static boolean matches(JsonNode wanted, String topic) {
        var topics = new ArrayList<String>();
        wanted.forEach(one -> topics.add(one.asText()));
        return wanted.isNull() || wanted.isMissingNode() || topics.contains(topic);
    }

    private List<JsonNode> logs(long from, long to, JsonNode topics) {
        var logs = new ArrayList<JsonNode>();
        for (var number = from; number <= to; number++) {
            var block = blocks.get((int) number);
            for (int i = 0; i < block.payments().size(); i++) {
                var payment = block.payments().get(i);
                var topic = EvmLog.topic(payment.address());
                var sender = EvmLog.topic(payment.from());
                if (matches(topics.path(1), sender) && matches(topics.path(2), topic)) {
                    var log = Json.mapper()
                            .createObjectNode()
                            .put("address", CONTRACT.toLowerCase(Locale.ROOT))
                            .put("data", String.format(Locale.ROOT, "0x%064x", payment.units()))
                            .put("blockNumber", hex(number))
                            .put("blockHash", block.hash())
                            .put("transactionHash", payment.txHash())
                            .put("transactionIndex", "0x0")
                            .put("logIndex", hex(i))
                            .put("removed", false);
                    if (timestamps) {
                        log.put("blockTimestamp", hex(block.at().getEpochSecond()));
                    }
                    log.putArray("topics").add(EvmLog.TRANSFER).add(sender).add(topic);
                    logs.add(log);
                }
            }
        }
        return logs;
    }

    private static void error(ObjectNode answer, int code, String message) {
        answer.putObject("error").put("code", code).put("message", message);
    }

    private static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }

    private static long number(JsonNode node) {
        return Long.parseLong(node.asText().substring(2), 16);
    }

    @Override
    public void close() {
        upstreams.forEach(Upstream::close);
        server.close();
    }
}
