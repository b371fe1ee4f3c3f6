package io.tical.server.rail;

import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order to a rail: the transfer of one attempt of one leg of a payout or a settlement.
 *
 * @param subject the type of the transaction: a payout or a settlement
 * @param transactionId its id
 * @param attemptId the end-to-end reference, unique per attempt
 * @param attemptAt when the attempt was created
 * @param leg the number of the leg, from 1
 * @param amount the amount of this leg in minor units
 * @param totalAmount the amount that the merchant requested, in minor units
 * @param merchantReference the merchant's reference of the transaction; null if it has none
 * @param connection of the rail when the attempt was created, as {@link PayoutRail#connection}
 */
public record TransferOrder(
        EventType.Subject subject,
        UUID organizationId,
        boolean livemode,
        UUID transactionId,
        UUID attemptId,
        Instant attemptAt,
        int leg,
        int legs,
        long amount,
        long totalAmount,
        String currency,
        String bankCode,
        String accountNo,
        String holderName,
        @Nullable String merchantReference,
        @Nullable String connection) {}
