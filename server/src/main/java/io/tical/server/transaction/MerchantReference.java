package io.tical.server.transaction;

import java.util.UUID;

/** A merchant's own reference of an object, unique among those of its type in its organization and environment. */
public record MerchantReference(UUID organizationId, boolean livemode, String text) {}
