package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** A command on an existing payin. */
public sealed interface PayinCommand extends Command {
    @Nullable
    String note();

    @Override
    default boolean repeatable() {
        return version() == null
                && switch (this) {
                    case Fire fire -> fire.trigger() == Trigger.ARRIVE;
                    // A payment is identified by its reference.
                    case Confirm confirm -> actor().requestId() == null;
                    case Fail fail -> false;
                    case ReleaseMatch release -> false;
                    case Due due -> true;
                };
    }

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

    /** A transition without further data. */
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
     * Confirms a payment. A payment without a reference is identified by the request that confirms it, or else by this command.
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

    /** @param failureCode the machine-readable reason */
    record Fail(
            TransactionKey key,
            String failureCode,
            Actor actor,
            @Nullable Long version,
            @Nullable String note) implements PayinCommand {}

    /** Staff release the match, so that the payout is sent. */
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
     * A received payment.
     *
     * @param paid the received minor units, 1 or more
     * @param reference distinguishes a repeated confirmation from a second payment; or null
     */
    record Receipt(long paid, @Nullable String reference) {
        public Receipt {
            if (paid < 1) {
                throw new IllegalArgumentException("a payment is positive: " + paid);
            }
        }
    }
}
