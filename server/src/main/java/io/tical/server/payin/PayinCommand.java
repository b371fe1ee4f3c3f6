package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.StaffDecision;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command on an existing payin. */
public record PayinCommand(
        TransactionKey key,
        Action action,
        Actor actor,
        @Nullable Long version,
        @Nullable String note) implements Command {
    /** The action of a command. */
    public sealed interface Action {
        /** A transition without further data. */
        record Fire(Trigger trigger) implements Action {}

        /**
         * Confirms a payment.
         *
         * @param completesMatch whether it is refused if the payin's match was released, because it was decided as the payment of the
         *     match
         */
        record Confirm(Receipt receipt, boolean completesMatch) implements Action {}

        /**
         * Staff record a payment. It pays the payin, or becomes unallocated funds if the payin no longer accepts a payment.
         *
         * @param transfer with the reference of the receipt
         */
        record Found(Receipt receipt, BankTransfer transfer) implements Action {}

        /**
         * Staff complete a refund.
         *
         * @param reference of the transfer to the payer
         */
        record CompleteRefund(String reference) implements Action {
            /**
             * The transfer that paid this payin's payment back.
             *
             * @param refunded minor units
             */
            PaidTransfer transfer(TransactionKey payin, long refunded) {
                return PaidTransfer.back(reference, PaidTransfer.Use.PAYIN_REFUND, payin, refunded);
            }
        }

        /** @param failureCode the machine-readable reason */
        record Fail(String failureCode) implements Action {}

        /** Staff release the match, so that the payout is sent. */
        record ReleaseMatch() implements Action {}

        /** Staff send the callback of a successful payin again, as a new event. */
        record Resend() implements Action {}

        /**
         * Background work processes a payin that is due.
         *
         * @param held whether it must stay as it is, because the database may have forgotten how it ended
         */
        record Due(boolean held) implements Action {}
    }

    /**
     * A received payment.
     *
     * @param paid the received minor units, 1 or more
     * @param reference distinguishes a repeated confirmation from a second payment; or null
     */
    public record Receipt(long paid, @Nullable String reference) {
        public Receipt {
            if (paid < 1) {
                throw new IllegalArgumentException("a payment is positive: " + paid);
            }
        }
    }

    /**
     * Confirms a payment. A payment without a reference is identified by the request that confirms it, or else by this command.
     */
    public static PayinCommand confirm(
            TransactionKey key, Receipt receipt, Actor actor, @Nullable Long version, @Nullable String note) {
        return new PayinCommand(key, new Action.Confirm(identified(receipt, actor), false), actor, version, note);
    }

    /** Confirms the payment of a match, as long as the match is open. */
    static PayinCommand confirmMatch(TransactionKey key, Receipt receipt, Actor actor, @Nullable String note) {
        return new PayinCommand(key, new Action.Confirm(identified(receipt, actor), true), actor, null, note);
    }

    /** Staff record a payment, which has a reference. */
    static PayinCommand found(TransactionKey key, Receipt receipt, @Nullable String bank, StaffDecision by) {
        var reference = Objects.requireNonNull(receipt.reference(), "nothing is recorded without its reference");
        return of(key, new Action.Found(receipt, BankTransfer.of(bank, reference)), by);
    }

    static PayinCommand releaseMatch(TransactionKey key, StaffDecision by) {
        return of(key, new Action.ReleaseMatch(), by);
    }

    private static Receipt identified(Receipt receipt, Actor actor) {
        var requestId = actor.requestId();
        return receipt.reference() != null
                ? receipt
                : new Receipt(
                        receipt.paid(), requestId == null ? "confirmation:" + Ids.next() : "request:" + requestId);
    }

    static PayinCommand of(TransactionKey key, Action action, Actor actor) {
        return new PayinCommand(key, action, actor, null, null);
    }

    static PayinCommand of(TransactionKey key, Action action, StaffDecision by) {
        return new PayinCommand(key, action, by.actor(), by.version(), by.note());
    }

    @Override
    public boolean repeatable() {
        return version == null
                && switch (action) {
                    case Action.Fire(var trigger) -> trigger == Trigger.ARRIVE;
                    // A payment is identified by its reference.
                    case Action.Confirm _ -> actor.requestId() == null;
                    case Action.Found _,
                            Action.CompleteRefund _,
                            Action.Fail _,
                            Action.ReleaseMatch _,
                            Action.Resend _ -> false;
                    case Action.Due _ -> true;
                };
    }

    boolean pays() {
        return switch (action) {
            case Action.Fire(var trigger) -> trigger == Trigger.TEST_CONFIRM;
            case Action.Confirm _, Action.Found _ -> true;
            case Action.CompleteRefund _, Action.Fail _, Action.ReleaseMatch _, Action.Resend _, Action.Due _ -> false;
        };
    }

    /** The reference of the payment that it confirms; null without one. */
    @Nullable
    String reference() {
        return switch (action) {
            case Action.Confirm confirm -> confirm.receipt().reference();
            case Action.Found found -> found.receipt().reference();
            case Action.Fire _,
                    Action.CompleteRefund _,
                    Action.Fail _,
                    Action.ReleaseMatch _,
                    Action.Resend _,
                    Action.Due _ -> null;
        };
    }

    /** Whether it may move money on the payin's wallet. */
    boolean mayMoveMoney() {
        return key.livemode()
                && switch (action) {
                    case Action.Fire(var trigger) -> trigger == Trigger.OPEN_REFUND;
                    case Action.Confirm _, Action.Found _, Action.CompleteRefund _ -> true;
                    case Action.Fail _, Action.ReleaseMatch _, Action.Resend _, Action.Due _ -> false;
                };
    }
}
