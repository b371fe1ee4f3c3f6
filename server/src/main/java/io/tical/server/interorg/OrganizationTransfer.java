package io.tical.server.interorg;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One side of a transfer between two organizations, as stored. Both sides have the same id. They are written in one transaction and never
 * change, because a transfer always succeeds.
 *
 * @param counterparty the organization of the other side
 * @param merchantRef the sender's reference, 1 to 255 characters; null on the incoming side
 * @param currency ISO 4217
 * @param amount minor units, 1 or more
 * @param notes at most 255 characters, which both sides see
 * @param requestId the id of the sender's request; null on the incoming side
 */
public record OrganizationTransfer(
        TransactionKey key,
        Direction direction,
        Party counterparty,
        @Nullable String merchantRef,
        String currency,
        long amount,
        @Nullable String notes,
        @Nullable String requestId) {
    /** Its name in error codes and searches. */
    public static final String RESOURCE = "organization_transfer";
    /** Its only status. */
    static final String STATUS = "success";

    /** Whether the organization sent the money or received it. */
    public enum Direction implements Word {
        OUTGOING,
        INCOMING
    }

    /**
     * An organization with its name at the time of the transfer.
     *
     * @param code ten characters that identify it to others
     */
    public record Party(UUID organizationId, String code, String name) {}

    WalletKey wallet() {
        return key.wallet(currency);
    }

    /** The time of its creation, which the id contains. */
    Instant createdAt() {
        return Ids.madeAt(key.id());
    }
}
