package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A node of an Ethereum-like chain on loopback: blocks, one token, JSON-RPC, and the moods of real providers. */
public final class EvmNode implements AutoCloseable {
    public static final String CONTRACT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    private static final String SENDER = "0x" + "0".repeat(24) + "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

    private final UpstreamServer server = new UpstreamServer();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Upstream> upstreams = new ArrayList<>();
    private int forks;
    private int sent;
    private int blocksMax = Integer.MAX_VALUE;
    private int lag;
    private boolean timestamps = true;
    private long chainId = 1;

    /** A block with its transfers. */
    private record Block(String hash, Instant at, List<Payment> payments) {}

    /** A transfer in a block. */
    public record Payment(String txHash, String address, BigInteger units) {}

    /** A chain of so many empty blocks, the last of them made now. */
    public EvmNode(int count) {
        var first = Instant.now().minusSeconds(12L * count);
        for (int i = 0; i < count; i++) {
            add(first.plusSeconds(12L * (i + 1)));
        }
        server.doing(this::answer);
    }

    private synchronized void add(Instant at) {
        blocks.add(new Block("0x%064x".formatted(1_000_000L * forks + blocks.size()), at, new ArrayList<>()));
    }

    public EvmNode mine(int count) {
        for (int i = 0; i < count; i++) {
            add(Instant.now());
        }
        return this;
    }

    /** Pays an address in a new block that was made at that time. */
    public synchronized Payment pay(String address, BigInteger units, Instant at) {
        add(at);
        var payment = new Payment("0x%064x".formatted(0xabc000 + ++sent), address, units);
        blocks.getLast().payments().add(payment);
        return payment;
    }

    public Payment pay(String address, long micro) {
        return pay(address, BigInteger.valueOf(micro), Instant.now());
    }

    /** The same transaction in the newest block, behind another event. */
    public synchronized void include(Payment payment) {
        add(Instant.now());
        blocks.getLast()
                .payments()
                .add(new Payment("0x%064x".formatted(++sent), "0x" + "1".repeat(40), BigInteger.ONE));
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

    /** Events are answered as of so many blocks ago. */
    public EvmNode lagging(int count) {
        lag = count;
        return this;
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
            case "eth_blockNumber" -> answer.put("result", hex(head()));
            case "eth_getBlockByNumber" -> answer.set("result", block(number(params.path(0))));
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

    private void logs(JsonNode filter, ObjectNode answer) {
        var from = number(filter.path("fromBlock"));
        var to = number(filter.path("toBlock"));
        if (to - from + 1 > blocksMax) {
            error(answer, -32005, "query returned more than 10000 results");
            return;
        }
        var topics = new ArrayList<String>();
        filter.path("topics").path(2).forEach(topic -> topics.add(topic.asText()));
        answer.set("result", logs(from, Math.min(to, head() - lag), topic -> topics.contains(topic)));
    }

    private ArrayNode logs(long from, long to, Predicate<String> wanted) {
        var logs = Json.mapper().createArrayNode();
        for (var number = from; number <= to; number++) {
            var block = blocks.get((int) number);
            for (int i = 0; i < block.payments().size(); i++) {
                var payment = block.payments().get(i);
                var topic = EvmLog.topic(payment.address());
                if (wanted.test(topic)) {
                    var log = logs.addObject()
                            .put("address", CONTRACT.toLowerCase(Locale.ROOT))
                            .put("data", "0x%064x".formatted(payment.units()))
                            .put("blockNumber", hex(number))
                            .put("blockHash", block.hash())
                            .put("transactionHash", payment.txHash())
                            .put("transactionIndex", "0x0")
                            .put("logIndex", hex(i))
                            .put("removed", false);
                    if (timestamps) {
                        log.put("blockTimestamp", hex(block.at().getEpochSecond()));
                    }
                    log.putArray("topics").add(EvmLog.TRANSFER).add(SENDER).add(topic);
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
