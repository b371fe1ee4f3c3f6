package io.tical.server.interorg;

import io.tical.server.interorg.OrganizationTransfer.Direction;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One side of a transfer as JSON; times are Unix seconds, amounts minor units. The receiver does not see the sender's reference.
 *
 * @param status always {@code success}
 * @param counterpartyName the name of the other organization at the time of the transfer
 * @param merchantRefId null on the incoming side
 */
record OrganizationTransferView(
        UUID id,
        boolean livemode,
        String status,
        Direction direction,
        String counterpartyName,
        String counterpartyCode,
        String currencyCode,
        long amount,
        @Nullable String merchantRefId,
        @Nullable String notes,
        Instant createdAt,
        Instant updatedAt,
        Instant finalizedAt) {
    public static OrganizationTransferView of(OrganizationTransfer side) {
        return new OrganizationTransferView(
                side.key().id(),
                side.key().livemode(),
                OrganizationTransfer.STATUS,
                side.direction(),
                side.counterparty().name(),
                side.counterparty().code(),
                side.currency(),
                side.amount(),
                side.merchantRef(),
                side.notes(),
                side.createdAt(),
                side.createdAt(),
                side.createdAt());
    }
}
