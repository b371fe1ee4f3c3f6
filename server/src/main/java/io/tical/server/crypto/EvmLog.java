package io.tical.server.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@code Transfer(from, to, value)} event of a node.
 *
 * @param to the receiver as a topic: 32 bytes, lowercase
 * @param at the time of the block, or null if the node omits it
 */
record EvmLog(
        String txHash,
        long index,
        String from,
        String to,
        BigInteger units,
        long block,
        String blockHash,
        @Nullable Instant at) {
    /** Keccak-256 of {@code Transfer(address,address,uint256)}. */
    static final String TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

    private static final String PADDING = "0".repeat(24);

    /** An address as a topic of an event. */
    static String topic(String address) {
        var account = EvmAddress.account(address)
                .orElseThrow(() -> new IllegalArgumentException("not an address: " + address));
        return "0x" + PADDING + HexFormat.of().formatHex(account);
    }

    /**
     * Parses an event. Empty for removed events and for zero amounts, which are used for address poisoning.
     *
     * @throws UpstreamFailure if it is not a transfer of this contract
     */
    static Optional<EvmLog> of(JsonNode node, String contract, JsonRpc rpc, Upstream upstream) {
        var topics = node.path("topics");
        if (!node.path("address").asText().equalsIgnoreCase(contract)
                || topics.size() != 3
                || !topics.path(0).asText().equalsIgnoreCase(TRANSFER)) {
            throw upstream.failure("returned events that were not requested");
        }
        var from = rpc.hash(topics.path(1));
        var to = rpc.hash(topics.path(2));
        var units = new BigInteger(rpc.hash(node.path("data")).substring(2), 16);
        if (node.path("removed").asBoolean() || units.signum() == 0) {
            return Optional.empty();
        }
        var at = node.path("blockTimestamp");
        return Optional.of(new EvmLog(
                rpc.hash(node.path("transactionHash")),
                rpc.quantity(node.path("logIndex")),
                EvmAddress.of(HexFormat.of().parseHex(from, from.length() - 40, from.length())),
                to,
                units,
                rpc.quantity(node.path("blockNumber")),
                rpc.hash(node.path("blockHash")),
                at.isTextual() ? Instant.ofEpochSecond(rpc.quantity(at)) : null));
    }

    ChainTransfer transfer(long head, Map<String, Instant> times) {
        return new ChainTransfer(
                txHash, index, from, units, block, head - block + 1, Objects.requireNonNull(times.get(blockHash)));
    }
}
