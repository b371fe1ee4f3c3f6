package io.tical.server.holder;

import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import java.util.Optional;

/**
 * Looks up the holder of a bank account. Each request takes up to {@link Upstream#DEADLINE}, so callers must not hold a
 * database connection.
 */
public interface HolderLookup {
    /**
     * Returns the holder's name; empty if the account does not exist.
     *
     * @param bankCode the bank's abbreviation
     * @param accountNo 6 to 20 digits
     * @throws UpstreamFailure if there is no valid response
     */
    Optional<String> holder(String bankCode, String accountNo);
}
