package io.tical.server.settlement;

import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Encodes quotes as {@code quote_id}, and decodes them. The text contains the quote, and a MAC over the quote and the request that it was
 * given for. So a quote is stored only when it is used.
 *
 * @param macKey the same on every node, because every node accepts all quotes
 */
record Quotes(byte[] macKey) {
    private static final int MAC_BYTES = 16;
    private static final int HEAD_BYTES = 5 * Long.BYTES;

    /** The longest text. */
    static final int LENGTH_MAX = 128;

    String write(Quote quote, OrganizationSettlementRequest.Asked asked) {
        var rate = quote.rate().toPlainString().getBytes(StandardCharsets.US_ASCII);
        var head = ByteBuffer.allocate(HEAD_BYTES + rate.length)
                .putLong(quote.id().getMostSignificantBits())
                .putLong(quote.id().getLeastSignificantBits())
                .putLong(quote.fee())
                .putLong(quote.targetAmount())
                .putLong(quote.expiresAt().getEpochSecond())
                .put(rate)
                .array();
        var bytes = Arrays.copyOf(head, head.length + MAC_BYTES);
        System.arraycopy(mac(head, asked), 0, bytes, head.length, MAC_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** @throws Problem.Refused {@code QUOTE_INVALID} unless it was given for exactly this */
    Quote read(String text, OrganizationSettlementRequest.Asked asked) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw invalid();
        }
        if (bytes.length <= HEAD_BYTES + MAC_BYTES) {
            throw invalid();
        }
        var head = Arrays.copyOf(bytes, bytes.length - MAC_BYTES);
        if (!MessageDigest.isEqual(mac(head, asked), Arrays.copyOfRange(bytes, head.length, bytes.length))) {
            throw invalid();
        }
        var buffer = ByteBuffer.wrap(head);
        return new Quote(
                new UUID(buffer.getLong(), buffer.getLong()),
                buffer.getLong(),
                buffer.getLong(),
                new BigDecimal(new String(head, HEAD_BYTES, head.length - HEAD_BYTES, StandardCharsets.US_ASCII)),
                Instant.ofEpochSecond(buffer.getLong()));
    }

    private static Problem invalid() {
        return new Problem.Refused(
                "QUOTE_INVALID",
                "This quote_id was not given for this account, these currencies and this amount; ask for a new preview");
    }

    private byte[] mac(byte[] head, OrganizationSettlementRequest.Asked asked) {
        return Arrays.copyOf(Hashes.hmac(macKey, head, asked.toString().getBytes(StandardCharsets.UTF_8)), MAC_BYTES);
    }
}
