package io.tical.server.rail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the legs of a payout or a settlement are paid: its attempts, and the records about their transfers that the current database
 * transaction adds.
 *
 * @param attempts all attempts of all legs
 * @param newClaims for deliveries of dead attempts that paid no leg
 * @param newPaidTransfers transfers, each with the attempt that it paid
 * @param newReturned what bank entries gave back of it
 * @param newClaimed the names of transfers that are claimed back and not recorded, and that were found to have paid nothing else
 */
public record Execution(
        List<Attempt> attempts,
        List<Claims.Claim> newClaims,
        List<PaidTransfer> newPaidTransfers,
        List<ReturnedPayments.Returned> newReturned,
        List<TransferName> newClaimed) {
    public Execution {
        attempts = List.copyOf(attempts);
        newClaims = List.copyOf(newClaims);
        newPaidTransfers = List.copyOf(newPaidTransfers);
        newReturned = List.copyOf(newReturned);
        newClaimed = List.copyOf(newClaimed);
    }

    public static Execution of(List<Attempt> attempts) {
        return new Execution(attempts, List.of(), List.of(), List.of(), List.of());
    }

    /** The rail of the last attempt; null before the first one. */
    public @Nullable String rail() {
        return attempts.stream()
                .max(Comparator.comparing(Attempt::createdAt))
                .map(Attempt::rail)
                .orElse(null);
    }

    /** Adds or replaces an attempt. */
    Execution with(Attempt attempt) {
        var others =
                attempts.stream().filter(one -> !one.id().equals(attempt.id())).toList();
        return new Execution(added(others, attempt), newClaims, newPaidTransfers, newReturned, newClaimed);
    }

    Execution with(Claims.Claim claim) {
        return new Execution(attempts, added(newClaims, claim), newPaidTransfers, newReturned, newClaimed);
    }

    public Execution with(PaidTransfer transfer) {
        return new Execution(attempts, newClaims, added(newPaidTransfers, transfer), newReturned, newClaimed);
    }

    public Execution with(ReturnedPayments.Returned returned) {
        return new Execution(attempts, newClaims, newPaidTransfers, added(newReturned, returned), newClaimed);
    }

    Execution claiming(TransferName name) {
        return new Execution(attempts, newClaims, newPaidTransfers, newReturned, added(newClaimed, name));
    }

    private static <T> List<T> added(List<T> before, T one) {
        var all = new ArrayList<>(before);
        all.add(one);
        return all;
    }
}
