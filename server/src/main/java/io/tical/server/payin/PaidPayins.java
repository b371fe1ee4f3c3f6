package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.collection.Reservations;
import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the payins that a transfer to a collection account may pay: their reserved amount is exactly the transfer's, and it was reserved for
 * them at the time of the transfer. So at most one payin held the amount at any moment.
 */
public record PaidPayins(Currencies currencies) {
    /**
     * An amount that came in on a collection account.
     *
     * @param amount minor units
     */
    public record Received(UUID accountId, boolean livemode, long amount) {}

    /**
     * A payin that such a transfer may pay.
     *
     * @param heldUntil until when it holds or held the amount; null while nothing has ended it
     */
    public record Candidate(
            TransactionKey payin,
            Received received,
            Instant heldFrom,
            @Nullable Instant heldUntil) {}

    /** Whether the payins of a currency have amounts of their own. In others an amount says nothing about who paid it. */
    public boolean distinguishes(String currency) {
        return currencies.find(currency).filter(Reservations::distinguish).isPresent();
    }

    /** The payins that held these amounts at some time and that a payment can be for, oldest first. */
    public static List<Candidate> find(Session session, Collection<Received> received) {
        return received.isEmpty() ? List.of() : PaidPayinStore.find(session, received);
    }

    /** At most so many payins are named for a transfer that pays none exactly. */
    private static final int NEAR_MAX = 20;

    /** A payer who left the surcharge out, or paid it twice, is off by less than this: one part in so many, and at least a whole unit. */
    private static final long NEAR_PART = 100;

    /**
     * The payins whose payers were asked for nearly this amount on the account, newest first. Nothing is matched by it: a person chooses.
     *
     * @param currency of the account
     */
    public static List<Payin> near(Session session, Received received, String currency) {
        var distance = Math.max(NEAR_PART, received.amount() / NEAR_PART);
        return PaidPayinStore.near(session, received, distance, NEAR_MAX).stream()
                .filter(payin -> payin.terms().currency().equals(currency))
                .toList();
    }

    /**
     * A test payin that was paid.
     *
     * @param amount that its payer was asked to transfer, minor units
     * @param payerName null if it is not known
     * @param payerAccount null if it is not known
     */
    public record PaidInTest(
            UUID id,
            long amount,
            String merchantRef,
            @Nullable String payerName,
            @Nullable String payerAccount,
            Instant paidAt) {}

    /** The test payins that were made since a time and paid to an account, oldest first. */
    public static List<PaidInTest> paidInTest(Session session, UUID account, Instant madeSince) {
        return PaidPayinStore.paidInTest(session, account, madeSince);
    }

    /** Whether a payin was paid. */
    public static boolean isPaid(Payin payin) {
        return payin.progress().settled().paid() > 0;
    }

    static Candidate candidate(TransactionKey payin, Received received, PayinStatus status, @Nullable Instant ended) {
        var until = ended == null || status != PayinStatus.EXPIRED ? ended : ended.plus(PayinStorage.RESERVATION_KEPT);
        return new Candidate(payin, received, Ids.madeAt(payin.id()), until);
    }

    /** The words of the states in which a payment can be for a payin, as a list of SQL. */
    static String payable() {
        return List.of(
                        PayinStatus.PENDING,
                        PayinStatus.PROCESSING,
                        PayinStatus.EXPIRED,
                        PayinStatus.SUCCESS,
                        PayinStatus.REJECTED,
                        PayinStatus.REFUNDED)
                .stream()
                .map(status -> "'" + status.word() + "'")
                .collect(Collectors.joining(", "));
    }
}
