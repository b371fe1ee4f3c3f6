package io.tical.server.paypage;

import java.util.Optional;

/** Finds the payment of a token. */
@FunctionalInterface
public interface PayTokens {
    Optional<Payment> find(String payToken);
}
