package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Something that is to happen to a payin that exists. The version is checked when a person decided on what they saw. */
public sealed interface PayinCommand {
    TransactionKey target();

    Actor actor();

    OptionalLong version();

    @Nullable
    String note();

    /** Whether a second run finds by itself that it has nothing left to do. One that a person decided on is never repeated. */
    default boolean repeatable() {
        return version().isEmpty()
                && switch (this) {
                    case Fire fire -> fire.trigger() == PayinStatus.Trigger.ARRIVE;
                    // The same payment is told by its reference.
                    case Confirm confirm ->
                        actor().requestId() == null && confirm.receipt().reference() != null;
                    case Fail fail -> false;
                };
    }

    /** A transition that needs nothing but its trigger. */
    record Fire(
            TransactionKey target,
            Actor actor,
            PayinStatus.Trigger trigger,
            OptionalLong version,
            @Nullable String note)
            implements PayinCommand {
        static Fire of(TransactionKey target, Actor actor, PayinStatus.Trigger trigger) {
            return new Fire(target, actor, trigger, OptionalLong.empty(), null);
        }
    }

    /**
     * The payment was received. One whose receipt has no reference is told from others by the request in which it is confirmed,
     * or where there is none by this command: another confirmation is another payment.
     */
    record Confirm(
            TransactionKey target,
            Actor actor,
            Receipt receipt,
            OptionalLong version,
            @Nullable String note) implements PayinCommand {
        public Confirm {
            if (receipt.reference() == null) {
                var requestId = actor.requestId();
                var reference = requestId == null ? "confirmation:" + Ids.next() : "request:" + requestId;
                receipt = new Receipt(receipt.paid(), reference, receipt.receiving());
            }
        }
    }

    /** @param failureCode why, for programs */
    record Fail(
            TransactionKey target,
            Actor actor,
            String failureCode,
            OptionalLong version,
            @Nullable String note) implements PayinCommand {}

    /**
     * What is known of a payment.
     *
     * @param paid minor units that really came, 1 or more
     * @param reference the payment's own reference, by which a second confirmation is told from a second payment; null
     *     where there is none, as for a test's (see {@link Confirm})
     * @param receiving what received it, when that is not what the payin was created for; null otherwise
     */
    record Receipt(long paid, @Nullable String reference, Payin.@Nullable Receiving receiving) {
        public Receipt {
            if (paid < 1) {
                throw new IllegalArgumentException("a payment is positive: " + paid);
            }
        }
    }
}
