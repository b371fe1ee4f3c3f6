package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** Something that shall happen to a payin that exists. */
public sealed interface PayinCommand extends Command {
    /** For the history. */
    @Nullable
    String note();

    @Override
    default boolean repeatable() {
        return version() == null
                && switch (this) {
                    case Fire fire -> fire.trigger() == Trigger.ARRIVE;
                    // A payment is recognised by its reference.
                    case Confirm confirm -> actor().requestId() == null;
                    case Fail fail -> false;
                    case ReleaseMatch release -> false;
                    case Due due -> true;
                };
    }

    /** Whether it confirms a payment. */
    default boolean pays() {
        return switch (this) {
            case Fire fire -> fire.trigger() == Trigger.TEST_CONFIRM;
            case Confirm confirm -> true;
            case Fail fail -> false;
            case ReleaseMatch release -> false;
            case Due due -> false;
        };
    }

    /** Whether it may move money on the payin's wallet. */
    default boolean mayMoveMoney() {
        return key().livemode()
                && switch (this) {
                    case Fire fire ->
                        fire.trigger() == Trigger.OPEN_REFUND || fire.trigger() == Trigger.COMPLETE_REFUND;
                    case Confirm confirm -> true;
                    case Fail fail -> false;
                    case ReleaseMatch release -> false;
                    case Due due -> false;
                };
    }

    /** A transition that needs nothing but its trigger. */
    record Fire(
            TransactionKey key,
            Trigger trigger,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayinCommand {
        static Fire of(TransactionKey key, Trigger trigger, Actor actor) {
            return new Fire(key, trigger, actor, null, null);
        }

        static Fire of(TransactionKey key, Trigger trigger, StaffDecision by) {
            return new Fire(key, trigger, by.actor(), by.version(), by.note());
        }
    }

    /**
     * The payment was received. A payment without a reference is recognised by the request in which it is confirmed, or where there
     * is none by this command.
     */
    record Confirm(
            TransactionKey key,
            Receipt receipt,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayinCommand {
        public Confirm {
            if (receipt.reference() == null) {
                var requestId = actor.requestId();
                var reference = requestId == null ? "confirmation:" + Ids.next() : "request:" + requestId;
                receipt = new Receipt(receipt.paid(), reference);
            }
        }
    }

    /** @param failureCode why, for programs */
    record Fail(
            TransactionKey key,
            String failureCode,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayinCommand {}

    /** Staff let the payout go on that waits for the payin. */
    record ReleaseMatch(
            TransactionKey key,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayinCommand {}

    /** Background work processes a payin that is due. */
    record Due(TransactionKey key) implements PayinCommand {
        @Override
        public Actor actor() {
            return Actor.SYSTEM;
        }

        @Override
        public @Nullable Long version() {
            return null;
        }

        @Override
        public @Nullable String note() {
            return null;
        }
    }

    /**
     * What is known of a payment.
     *
     * @param paid minor units that were received, 1 or more
     * @param reference of the payment, by which a second confirmation is told from a second payment; null where there is none
     */
    record Receipt(long paid, @Nullable String reference) {
        public Receipt {
            if (paid < 1) {
                throw new IllegalArgumentException("a payment is positive: " + paid);
            }
        }
    }
}
