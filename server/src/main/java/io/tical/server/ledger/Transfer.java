package io.tical.server.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;

/**
 * One amount from one account to another: balanced by construction. {@code seq} numbers a wallet's transfers without a
 * gap; the {@code *After} are the wallet's balances after it.
 */
public record Transfer(
        WalletKey wallet,
        long seq,
        UUID id,
        Account debit,
        Account credit,
        long amount,
        String operation,
        UUID reference,
        long availableAfter,
        long heldAfter,
        long inTransitAfter,
        Instant createdAt) {
    /** The bytes that a seal covers: every stored field, fixed widths first, each text after its length. */
    byte[] canonicalBytes() {
        var organization = wallet.organizationId();
        var texts = new byte[][] {
            wallet.currency().getBytes(StandardCharsets.UTF_8),
            debit.word().getBytes(StandardCharsets.UTF_8),
            credit.word().getBytes(StandardCharsets.UTF_8),
            operation.getBytes(StandardCharsets.UTF_8)
        };
        var length = 16 * 3 + 1 + 8 * 6;
        for (var text : texts) {
            length += 4 + text.length;
        }
        var bytes = ByteBuffer.allocate(length)
                .putLong(organization.getMostSignificantBits())
                .putLong(organization.getLeastSignificantBits())
                .put((byte) (wallet.livemode() ? 1 : 0))
                .putLong(seq)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putLong(reference.getMostSignificantBits())
                .putLong(reference.getLeastSignificantBits())
                .putLong(amount)
                .putLong(availableAfter)
                .putLong(heldAfter)
                .putLong(inTransitAfter)
                .putLong(createdAt.toEpochMilli());
        for (var text : texts) {
            bytes.putInt(text.length).put(text);
        }
        return bytes.array();
    }
}
