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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** TronGrid on loopback: an index of transfers, and the node behind it. */
public final class TronService implements AutoCloseable {
    static final String CONTRACT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    static final String SENDER = "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK";

    private final UpstreamServer server = new UpstreamServer();
    private final List<ObjectNode> index = new ArrayList<>();
    private final Map<String, ObjectNode> infos = new HashMap<>();
    private final Upstream upstream = new Upstream(
            "the service",
            URI.create(server.url()),
            new Upstream.Limits(Duration.ofSeconds(10), 100, 100, Duration.ofMinutes(1), 1 << 20));
    private long head = 80_000_000;
    private Instant now = Instant.now();
    private int sent;
    private int page = 200;
    private boolean late;
    private boolean shuffled;
    private int dropped;
    private int lag;
    private final List<ObjectNode> hidden = new ArrayList<>();
    private final List<Moved> moved = new ArrayList<>();
    private final Random random;
    private static final int SOLID = 19;

    /** A change of a balance, positive or negative. */
    private record Moved(String hash, String address, long units, long block) {}

    public TronService() {
        this(1);
    }

    /** @param seed of what is random: the order and the repetition of entries */
    public TronService(long seed) {
        random = new Random(seed);
        server.doing(this::answer);
    }

    public synchronized TronService mine(int blocks) {
        head += blocks;
        now = now.plusSeconds(3L * blocks);
        return this;
    }

    public synchronized TronService pagesOf(int entries) {
        page = entries;
        return this;
    }

    /** Pays an address in the newest block; answers the transaction. */
    public synchronized String pay(String to, long micro) {
        var hash = String.format(Locale.ROOT, "%064x", 0xfeed00 + ++sent);
        list(hash, to, "Transfer", CONTRACT, BigInteger.valueOf(micro), now);
        included(hash);
        moved.add(new Moved(hash, to, micro, head));
        log(hash, CONTRACT, to, BigInteger.valueOf(micro));
        return hash;
    }

    /** New transfers are not listed, until they are again. */
    public synchronized TronService listingLate(boolean on) {
        late = on;
        if (!on) {
            index.addAll(hidden);
            hidden.clear();
        }
        return this;
    }

    /** Entries are listed in any order, and some of them twice. */
    public synchronized TronService shuffling(boolean on) {
        shuffled = on;
        return this;
    }

    /** Each request for a list misses each of its entries with this chance, in per cent. */
    public synchronized TronService dropping(int percent) {
        dropped = percent;
        return this;
    }

    /** Each request is answered by a node that is up to this many blocks behind. */
    public synchronized TronService lagging(int blocks) {
        lag = blocks;
        return this;
    }

    /** An address pays somebody in the newest block, if it has that much. */
    public synchronized void sweep(String from, long micro) {
        if (balance(from, head).longValueExact() < micro) {
            return;
        }
        var hash = String.format(Locale.ROOT, "%064x", 0xfeed00 + ++sent);
        moved.add(new Moved(hash, from, -micro, head));
        var entry = entry(hash, from, SENDER, "Transfer", CONTRACT, BigInteger.valueOf(micro), now);
        (late ? hidden : index).add(entry);
        included(hash);
        log(hash, CONTRACT, from, SENDER, BigInteger.valueOf(micro));
    }

    private void included(String hash) {
        var info = Json.mapper()
                .createObjectNode()
                .put("id", hash)
                .put("blockNumber", head)
                .put("blockTimeStamp", now.toEpochMilli());
        info.putObject("receipt").put("result", "SUCCESS").put("energy_usage_total", 64_285);
        infos.put(hash, info);
    }

    /** The transactions that transfer to an address now, in blocks that are final. */
    public synchronized List<String> transfers(String address) {
        return moved.stream()
                .filter(one -> one.address().equals(address) && one.units() > 0 && one.block() <= head - SOLID)
                .map(Moved::hash)
                .toList();
    }

    private BigInteger balance(String address, long solid) {
        return moved.stream()
                .filter(one -> one.address().equals(address) && one.block() <= solid)
                .map(one -> BigInteger.valueOf(one.units()))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** One more event of a transaction. */
    synchronized void log(String hash, String contract, String to, BigInteger units) {
        log(hash, contract, SENDER, to, units);
    }

    private void log(String hash, String contract, String from, String to, BigInteger units) {
        var log = info(hash).withArray("log").addObject();
        log.put("address", hex(contract)).put("data", String.format(Locale.ROOT, "%064x", units));
        log.putArray("topics")
                .add(EvmLog.TRANSFER.substring(2))
                .add("0".repeat(24) + hex(from))
                .add("0".repeat(24) + hex(to));
    }

    /** One more line of the index. */
    synchronized void list(String hash, String to, String type, String contract, BigInteger units, Instant at) {
        var entry = entry(hash, SENDER, to, type, contract, units, at);
        (late ? hidden : index).add(entry);
    }

    private static ObjectNode entry(
            String hash, String from, String to, String type, String contract, BigInteger units, Instant at) {
        var entry = Json.mapper()
                .createObjectNode()
                .put("transaction_id", hash)
                .put("block_timestamp", at.toEpochMilli())
                .put("from", from)
                .put("to", to)
                .put("type", type)
                .put("value", units.toString());
        entry.putObject("token_info")
                .put("symbol", "USDT")
                .put("address", contract)
                .put("decimals", 6)
                .put("name", "Tether USD");
        return entry;
    }

    synchronized ObjectNode info(String hash) {
        return infos.getOrDefault(hash, Json.mapper().createObjectNode());
    }

    /** The transaction is in no block any more; the index has not noticed. */
    public synchronized void undo(String hash) {
        infos.remove(hash);
        moved.removeIf(one -> one.hash().equals(hash));
    }

    UpstreamServer server() {
        return server;
    }

    public TronGridWatcher watcher() {
        return new TronGridWatcher(upstream, "grid-key", CONTRACT);
    }

    public synchronized long head() {
        return head;
    }

    public synchronized Instant now() {
        return now;
    }

    private static String hex(String address) {
        return HexFormat.of().formatHex(TronAddress.account(address).orElseThrow());
    }

    synchronized void answer(UpstreamServer.Asked request, HttpExchange exchange) throws IOException {
        var uri = exchange.getRequestURI();
        var behind = lag == 0 ? 0 : random.nextInt(lag + 1);
        var body = switch (uri.getPath()) {
            case "/wallet/getnowblock" -> block(behind);
            case "/walletsolidity/getnowblock" -> block(SOLID + behind);
            case "/walletsolidity/triggerconstantcontract" -> {
                var asked = Json.mapper().readTree(request.body());
                var answer = Json.mapper().createObjectNode();
                answer.putArray("constant_result")
                        .add(String.format(
                                Locale.ROOT,
                                "%064x",
                                balance(asked.path("owner_address").asText(), head - SOLID - behind)));
                yield answer;
            }
            case "/wallet/gettransactioninfobyid" -> info(request, head - behind);
            case "/walletsolidity/gettransactioninfobyid" -> info(request, head - SOLID - behind);
            default -> page(uri);
        };
        UpstreamServer.send(exchange, 200, body.toString());
    }

    /** As a node knows the transaction whose newest block is this one. */
    private JsonNode info(UpstreamServer.Asked request, long newest) throws IOException {
        var info = info(Json.mapper().readTree(request.body()).path("value").asText());
        return info.path("blockNumber").asLong() <= newest
                ? info
                : Json.mapper().createObjectNode();
    }

    private synchronized JsonNode block(int back) {
        var block = Json.mapper().createObjectNode().put("blockID", "0".repeat(64));
        block.putObject("block_header")
                .putObject("raw_data")
                .put("number", head - back)
                .put("timestamp", now.minusSeconds(3L * back).toEpochMilli());
        return block;
    }

    private JsonNode page(URI uri) {
        var query = new HashMap<String, String>();
        Arrays.stream(uri.getQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .forEach(pair -> query.put(pair[0], pair[1]));
        var address = uri.getPath().split("/")[3];
        var since = Long.parseLong(query.get("min_timestamp"));
        var entries = index.stream()
                .filter(entry -> entry.path("block_timestamp").asLong() >= since)
                // Both directions, whatever is asked.
                .filter(entry -> entry.path("to").asText().equals(address)
                        || entry.path("from").asText().equals(address)
                        || entry.path("from").asText().equals(SENDER))
                .collect(Collectors.toCollection(ArrayList::new));
        entries.removeIf(entry -> dropped > 0 && random.nextInt(100) < dropped);
        if (shuffled) {
            entries.addAll(
                    entries.stream().filter(entry -> random.nextBoolean()).toList());
            Collections.shuffle(entries, random);
        }
        var from = query.containsKey("fingerprint")
                ? Math.min(
                        entries.size(),
                        Integer.parseInt(query.get("fingerprint").substring(3)))
                : 0;
        var size = Math.min(page, Integer.parseInt(query.get("limit")));
        var to = Math.min(entries.size(), from + size);
        var answer = Json.mapper().createObjectNode().put("success", true);
        answer.putArray("data").addAll(entries.subList(from, to));
        var meta = answer.putObject("meta").put("page_size", to - from);
        if (to < entries.size()) {
            meta.put("fingerprint", "fp/" + to);
        }
        return answer;
    }

    long asked(String path) {
        return server.asked().stream()
                .filter(asked -> asked.target().startsWith(path))
                .count();
    }

    @Override
    public void close() {
        upstream.close();
        server.close();
    }
}
