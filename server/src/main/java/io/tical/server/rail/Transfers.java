package io.tical.server.rail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a payout or a settlement, and what this transaction records about them.
 *
 * @param attempts all attempts of all legs
 * @param claims the claims that this transaction opens
 * @param paidBy the transfers that this transaction records as payments of attempts
 */
public record Transfers(List<Attempt> attempts, List<Claims.Claim> claims, List<PaidTransfer> paidBy) {
    public Transfers {
        attempts = List.copyOf(attempts);
        claims = List.copyOf(claims);
        paidBy = List.copyOf(paidBy);
    }

    public static Transfers of(List<Attempt> attempts) {
        return new Transfers(attempts, List.of(), List.of());
    }

    /** The rail of the last attempt; null before the first one. */
    public @Nullable String rail() {
        return attempts.stream()
                .max(Comparator.comparing(Attempt::createdAt))
                .map(Attempt::rail)
                .orElse(null);
    }

    /** Adds or replaces an attempt. */
    Transfers with(Attempt attempt) {
        var others =
                attempts.stream().filter(one -> !one.id().equals(attempt.id())).toList();
        return new Transfers(added(others, attempt), claims, paidBy);
    }

    Transfers with(Claims.Claim claim) {
        return new Transfers(attempts, added(claims, claim), paidBy);
    }

    public Transfers with(PaidTransfer transfer) {
        return new Transfers(attempts, claims, added(paidBy, transfer));
    }

    private static <T> List<T> added(List<T> before, T one) {
        var all = new ArrayList<>(before);
        all.add(one);
        return all;
    }
}
