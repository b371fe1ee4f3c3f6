package io.tical.server.paypage;

import java.util.Optional;

/** Whose page a token opens. */
@FunctionalInterface
public interface PayTokens {
    Optional<Payment> find(String payToken);
}
