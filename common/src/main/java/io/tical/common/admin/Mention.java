package io.tical.common.admin;

import org.jspecify.annotations.Nullable;

/**
 * Another object that a refusal is about.
 *
 * @param role why it is named, such as {@code payout_refund} or {@code match}
 * @param type such as {@code payout}
 * @param organizationName null for an object of no organization
 * @param reference the merchant's reference, or the bank and number of an account; null for objects without one
 * @param transferReference of the transfer that both name; null if the refusal is about none
 * @param amount minor units; null for objects without money
 * @param createdAt Unix seconds
 */
public record Mention(
        String role,
        String type,
        @Nullable String organizationName,
        @Nullable String reference,
        @Nullable String transferReference,
        @Nullable Long amount,
        @Nullable String currency,
        long createdAt) {}
