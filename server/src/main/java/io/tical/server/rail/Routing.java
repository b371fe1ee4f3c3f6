package io.tical.server.rail;

import java.time.Instant;
import java.util.Collection;

/** Chooses the rail of a new attempt. */
@FunctionalInterface
public interface Routing {
    /** @param ofLeg the earlier attempts of its leg */
    Route route(TransferOrder order, Collection<Attempt> ofLeg, Instant now);

    /** Always the same rail. */
    static Routing to(String rail) {
        return (_, _, _) -> new Route(rail, null);
    }
}
