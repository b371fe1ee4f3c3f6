package io.tical.server.collection;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses accounts at random by weight. */
public final class Weights {
    private Weights() {}

    /** The accounts in random order. The probability of each to be first is its share of all weights. */
    public static List<CollectionAccount> shuffled(List<CollectionAccount> accounts) {
        if (accounts.size() < 2) {
            return accounts;
        }
        record Drawn(CollectionAccount account, double at) {}
        // Exponentially distributed arrival times, with the weights as rates, give that order.
        return accounts.stream()
                .map(account -> new Drawn(
                        account, -Math.log(1 - ThreadLocalRandom.current().nextDouble()) / account.weight()))
                .sorted(Comparator.comparingDouble(Drawn::at))
                .map(Drawn::account)
                .toList();
    }
}
