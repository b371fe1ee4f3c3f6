package io.tical.server.slip;

import java.util.UUID;

/** Which slip of whom, in which environment. */
public record SlipKey(UUID organizationId, boolean livemode, UUID slipId) {}
