package io.tical.server.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamRequest;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A client of TronGrid or a compatible service, for one token. The index of an address's transfers lists the transactions; their amounts
 * and blocks, and balances, come from the node.
 */
final class TronGrid {
    private static final int PAGE = 200;
    /** Ends a list without an end. */
    private static final int PAGES_LIMIT = 200;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,78}");
    private static final Pattern LIMITED = Pattern.compile("frequency|exceed|suspended", Pattern.CASE_INSENSITIVE);
    private static final HexFormat HEX = HexFormat.of();

    private final Upstream upstream;
    private final String key;
    private final String contract;
    private final String contractHex;

    /**
     * @param key the TronGrid API key, or empty
     * @param contract the address of the token's contract
     */
    TronGrid(Upstream upstream, String key, String contract) {
        this.upstream = upstream;
        this.key = key;
        this.contract = contract;
        contractHex = HEX.formatHex(TronAddress.account(contract)
                .orElseThrow(() -> new IllegalArgumentException("not a contract address: " + contract)));
    }

    record Block(long number, Instant at) {}

    /** An entry of the index: a transaction with a transfer of the token. */
    record Entry(String txHash, Instant at) {}

    /**
     * A page of the index.
     *
     * @param entries transfers of the token
     * @param last the time of the last entry of any kind, or null without one
     * @param fingerprint asks for the next page; empty if this is the last one
     */
    record Page(List<Entry> entries, @Nullable Instant last, String fingerprint) {}

    /** The newest block. */
    Block head() {
        return block("/wallet/getnowblock");
    }

    /** The newest block that cannot be undone. */
    Block finalHead() {
        return block("/walletsolidity/getnowblock");
    }

    private Block block(String path) {
        var header = ask(upstream.post(path, Map.of())).path("block_header").path("raw_data");
        return new Block(number(header.path("number")), Instant.ofEpochMilli(number(header.path("timestamp"))));
    }

    /** Which transfers of an address a list contains. */
    enum Direction {
        TO,
        FROM
    }

    /** Reads a page of the transfers of an address, oldest first. */
    Page page(String address, Direction direction, Instant from, String fingerprint) {
        var answer = ask(upstream.request("/v1/accounts/" + address + "/transactions/trc20?limit=" + PAGE
                + (direction == Direction.TO ? "&only_to=true" : "&only_from=true")
                + "&order_by=block_timestamp,asc&contract_address=" + contract + "&min_timestamp="
                + from.toEpochMilli()
                + (fingerprint.isEmpty()
                        ? ""
                        : "&fingerprint=" + URLEncoder.encode(fingerprint, StandardCharsets.UTF_8))));
        var list = answer.path("data");
        if (!list.isArray()) {
            throw upstream.failure("returned no list of transfers");
        }
        var entries = new ArrayList<Entry>();
        Instant last = null;
        for (var node : list) {
            last = Instant.ofEpochMilli(number(node.path("block_timestamp")));
            entry(address, direction, node, last).ifPresent(entries::add);
        }
        return new Page(
                entries,
                last,
                list.isEmpty() ? "" : answer.path("meta").path("fingerprint").asText(""));
    }

    /** The list also contains transfers of the other direction, other events and zero amounts. */
    private Optional<Entry> entry(String address, Direction direction, JsonNode node, Instant at) {
        var value = node.path("value").asText();
        var from = node.path("from").asText();
        var to = node.path("to").asText();
        return node.path("type").asText().equals("Transfer")
                        && (direction == Direction.TO ? to : from).equals(address)
                        && node.path("token_info").path("address").asText().equals(contract)
                        && NUMBER.matcher(value).matches()
                        && new BigInteger(value).signum() > 0
                ? Optional.of(new Entry(hash(node.path("transaction_id")), at))
                : Optional.empty();
    }

    /** Reads all transfers of an address. */
    List<Entry> all(String address, Direction direction, Instant from) {
        var entries = new ArrayList<Entry>();
        var fingerprint = "";
        for (int read = 0; read < PAGES_LIMIT; read++) {
            var page = page(address, direction, from, fingerprint);
            entries.addAll(page.entries());
            fingerprint = page.fingerprint();
            if (fingerprint.isEmpty()) {
                return entries;
            }
        }
        throw endless();
    }

    UpstreamFailure endless() {
        return upstream.failure("lists more than " + PAGES_LIMIT * PAGE + " transfers to one address");
    }

    /** The balance of an address in the newest block that cannot be undone. */
    BigInteger balance(String address) {
        var answer = ask(upstream.post(
                "/walletsolidity/triggerconstantcontract",
                Map.of(
                        "owner_address",
                        address,
                        "contract_address",
                        contract,
                        "function_selector",
                        "balanceOf(address)",
                        "parameter",
                        "0".repeat(24) + hex(address),
                        "visible",
                        true)));
        return new BigInteger(hash(answer.path("constant_result").path(0)), 16);
    }

    private static String hex(String address) {
        return HEX.formatHex(TronAddress.account(address)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + address)));
    }

    /** The transfers of a transaction to this address; empty if it failed or is not in a block. */
    List<ChainTransfer> transfers(String hash, String address, Block head) {
        return transfers("/wallet", hash, Direction.TO, address, head);
    }

    /** The transfers of a transaction to or from this address; empty if it failed or is not in a block that cannot be undone. */
    List<ChainTransfer> finalTransfers(String hash, Direction direction, String address, Block head) {
        return transfers("/walletsolidity", hash, direction, address, head);
    }

    private List<ChainTransfer> transfers(String api, String hash, Direction direction, String address, Block head) {
        var info = ask(upstream.post(api + "/gettransactioninfobyid", Map.of("value", hash)));
        if (!info.has("blockNumber")
                || !info.path("receipt").path("result").asText().equals("SUCCESS")) {
            return List.of();
        }
        var block = number(info.path("blockNumber"));
        var at = Instant.ofEpochMilli(number(info.path("blockTimeStamp")));
        var own = hex(address);
        var topic = direction == Direction.TO ? 2 : 1;
        var transfers = new ArrayList<ChainTransfer>();
        var logs = info.path("log");
        for (int index = 0; index < logs.size(); index++) {
            var topics = logs.path(index).path("topics");
            if (account(logs.path(index).path("address").asText()).equals(contractHex)
                    && topics.size() == 3
                    && EvmLog.TRANSFER.endsWith(hash(topics.path(0)))
                    && hash(topics.path(topic)).endsWith(own)) {
                var units = new BigInteger(hash(logs.path(index).path("data")), 16);
                var sender = HEX.parseHex(hash(topics.path(1)));
                if (units.signum() > 0) {
                    transfers.add(new ChainTransfer(
                            hash,
                            index,
                            TronAddress.of(Arrays.copyOfRange(sender, 12, sender.length)),
                            units,
                            block,
                            Math.max(0, head.number() - block + 1),
                            at));
                }
            }
        }
        return transfers;
    }

    /** Event addresses have 20 bytes; some nodes add TRON's prefix. */
    private static String account(String hex) {
        var text = hex.toLowerCase(Locale.ROOT);
        return text.length() == 42 && text.startsWith("41") ? text.substring(2) : text;
    }

    /** 32 bytes in hexadecimal. */
    private String hash(JsonNode node) {
        var text = node.asText().toLowerCase(Locale.ROOT);
        if (!HASH.matcher(text).matches()) {
            throw upstream.failure("returned an invalid 32-byte value");
        }
        return text;
    }

    private long number(JsonNode node) {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.asLong() < 0) {
            throw upstream.failure("returned an invalid number");
        }
        return node.asLong();
    }

    /** @throws UpstreamFailure.Refused if the service refused this request only */
    private JsonNode ask(UpstreamRequest request) {
        return upstream.ask(request.key("TRON-PRO-API-KEY", "", key), this::answered);
    }

    private JsonNode answered(Upstream.Reply reply) {
        var status = reply.status();
        var refused = List.of(400, 404, 405, 422).contains(status);
        if (refused || (status < 300 && !reply.json().path("success").asBoolean(true))) {
            throw new UpstreamFailure.Refused(upstream.name() + " refused a request with status " + status);
        }
        // TronGrid uses 403 for an invalid key and for an exceeded rate limit.
        if (status == 403 && LIMITED.matcher(reply.json().toString()).find()) {
            throw upstream.failure("limits the request rate");
        }
        if (reply.unauthorized()) {
            throw upstream.misconfigured("rejected the key");
        }
        if (status >= 300) {
            throw upstream.failure("answers " + status);
        }
        return reply.json();
    }
}
