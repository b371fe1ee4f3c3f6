package io.tical.server.payin;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Chance that follows the weights of accounts. */
final class Weights {
    private Weights() {}

    /** The accounts in an order of chance: each comes first as often as its weight is of all weights. */
    static List<CollectionAccount> shuffled(List<CollectionAccount> accounts) {
        if (accounts.size() < 2) {
            return accounts;
        }
        record Drawn(CollectionAccount account, double at) {}
        // Waiting times at the rates of the weights: who rings first is chosen, and so on.
        return accounts.stream()
                .map(account -> new Drawn(
                        account, -Math.log(1 - ThreadLocalRandom.current().nextDouble()) / account.weight()))
                .sorted(Comparator.comparingDouble(Drawn::at))
                .map(Drawn::account)
                .toList();
    }
}
