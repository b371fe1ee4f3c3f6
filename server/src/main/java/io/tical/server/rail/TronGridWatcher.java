package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Watches a token on TRON through TronGrid or a compatible service. The index of an address's transfers lists the
 * transactions; their amounts and blocks come from the node.
 *
 * <p>Cursors are times in milliseconds. They stay one hour behind, because the index is updated after the blocks,
 * sometimes with a delay.
 */
public final class TronGridWatcher implements ChainWatcher {
    private static final int ADDRESSES_MAX = 20;
    private static final int PAGE = 200;
    /** Pages and transactions of one scan. The next scan continues with the others, unless it could not get further. */
    private static final int PAGES_MAX = 10;

    private static final int TRANSACTIONS_MAX = 40;
    /** Ends a list without an end. */
    private static final int PAGES_LIMIT = 200;

    private static final Duration BLOCK = Duration.ofSeconds(3);
    private static final Duration OVERLAP = Duration.ofHours(1);
    /** Tolerance between the chain's clock and the service's. */
    private static final Duration CLOCKS = Duration.ofMinutes(5);

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
    public TronGridWatcher(Upstream upstream, String key, String contract) {
        this.upstream = upstream;
        this.key = key;
        this.contract = contract;
        contractHex = HEX.formatHex(TronAddress.account(contract)
                .orElseThrow(() -> new IllegalArgumentException("not a contract address: " + contract)));
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
        Block head = null;
        UpstreamFailure given = null;
        for (var watched : addresses) {
            try {
                if (given != null) {
                    throw given;
                }
                head = head == null ? head() : head;
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

    private record Block(long number, Instant at) {}

    private Block head() {
        var header = ask(upstream.post("/wallet/getnowblock", Map.of()))
                .path("block_header")
                .path("raw_data");
        return new Block(number(header.path("number")), Instant.ofEpochMilli(number(header.path("timestamp"))));
    }

    /**
     * Reads the list of transfers, oldest first. A list that is read in parts never leaves a transfer behind that may still change,
     * because the next scan would take it for one that the chain dropped.
     */
    private ChainOutcome scan(Watched watched, Block head) {
        var cursor = watched.cursor();
        var from = cursor == null ? watched.openedAt().minus(CLOCKS) : Instant.ofEpochMilli(Long.parseLong(cursor));
        var found = new Found(watched, from);
        var last = from;
        var fingerprint = "";
        for (int page = 1; page <= PAGES_LIMIT; page++) {
            var answer = page(watched, from, fingerprint);
            var entries = answer.path("data");
            if (!entries.isArray()) {
                throw upstream.failure("returned no list of transfers");
            }
            for (var entry : entries) {
                if (isTransferTo(watched, entry)) {
                    var hash = hash(entry.path("transaction_id"));
                    if (!found.has(hash)) {
                        if (found.count() >= TRANSACTIONS_MAX && found.progress(last)) {
                            return found.through(last);
                        }
                        found.add(hash, transfers(hash, watched.address(), head));
                    }
                }
                last = Instant.ofEpochMilli(number(entry.path("block_timestamp")));
            }
            fingerprint = answer.path("meta").path("fingerprint").asText("");
            if (fingerprint.isEmpty() || entries.isEmpty()) {
                return found.complete(head);
            }
            if (page >= PAGES_MAX && found.progress(last)) {
                return found.through(last);
            }
        }
        throw upstream.failure("lists more than " + PAGES_LIMIT * PAGE + " transfers to one address");
    }

    private JsonNode page(Watched watched, Instant from, String fingerprint) {
        return ask(upstream.request("/v1/accounts/" + watched.address() + "/transactions/trc20?limit=" + PAGE
                + "&only_to=true&order_by=block_timestamp,asc&contract_address=" + contract + "&min_timestamp="
                + from.toEpochMilli()
                + (fingerprint.isEmpty()
                        ? ""
                        : "&fingerprint=" + URLEncoder.encode(fingerprint, StandardCharsets.UTF_8))));
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

        ChainOutcome complete(Block head) {
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

    /** The list also contains outgoing transfers, other events and zero amounts. */
    private boolean isTransferTo(Watched watched, JsonNode entry) {
        var value = entry.path("value").asText();
        return entry.path("type").asText().equals("Transfer")
                && entry.path("to").asText().equals(watched.address())
                && entry.path("token_info").path("address").asText().equals(contract)
                && NUMBER.matcher(value).matches()
                && new BigInteger(value).signum() > 0;
    }

    /** The transfers of a transaction to this address; empty if it failed or is not in a block. */
    private List<ChainTransfer> transfers(String hash, String address, Block head) {
        var info = ask(upstream.post("/wallet/gettransactioninfobyid", Map.of("value", hash)));
        if (!info.has("blockNumber")
                || !info.path("receipt").path("result").asText().equals("SUCCESS")) {
            return List.of();
        }
        var block = number(info.path("blockNumber"));
        var at = Instant.ofEpochMilli(number(info.path("blockTimeStamp")));
        var to = HEX.formatHex(TronAddress.account(address)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + address)));
        var transfers = new ArrayList<ChainTransfer>();
        var logs = info.path("log");
        for (int index = 0; index < logs.size(); index++) {
            var topics = logs.path(index).path("topics");
            if (account(logs.path(index).path("address").asText()).equals(contractHex)
                    && topics.size() == 3
                    && EvmLog.TRANSFER.endsWith(hash(topics.path(0)))
                    && hash(topics.path(2)).endsWith(to)) {
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
    private JsonNode ask(HttpRequest.Builder request) {
        return upstream.ask(Upstream.keyed(request, "TRON-PRO-API-KEY", "", key), this::answered);
    }

    private JsonNode answered(Upstream.Reply reply) {
        var status = reply.status();
        var refused = List.of(400, 404, 405, 422).contains(status);
        if (refused || (status < 300 && !reply.json().path("success").asBoolean(true))) {
            throw new UpstreamFailure.Refused(name() + " refused a request with status " + status);
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
