package io.tical.server.interorg;

import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.interorg.OrganizationTransfer.Party;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decides requests to send money to another organization. */
record OrganizationTransferRules(Currencies currencies) {
    /** Its name in error codes. */
    static final String UNKNOWN_TARGET = "No organization has this code; ask the counterparty for its code";

    /**
     * The data on which a request is decided.
     *
     * @param target null if no organization has the code
     * @param taken whether an earlier transfer of the sender has the reference
     */
    record Facts(Party sender, @Nullable Party target, boolean taken) {}

    /** Both sides of a transfer. */
    record Sent(OrganizationTransfer outgoing, OrganizationTransfer incoming) {
        /**
         * Posts the amount on both wallets, or on none.
         *
         * @throws Problem.Refused {@code INSUFFICIENT_BALANCE}
         */
        void post(GroupWallets wallets) {
            // Only the sender's posting can be refused, and it is the first one.
            post(wallets, outgoing, PostingType.ORGANIZATION_TRANSFER_OUT);
            post(wallets, incoming, PostingType.ORGANIZATION_TRANSFER_IN);
        }

        private static void post(GroupWallets wallets, OrganizationTransfer side, PostingType posting) {
            wallets.post(
                    side.wallet(),
                    List.of(new Movement(posting, side.amount(), side.key().id())));
        }
    }

    /** Whether a request may move money, so that its wallets must be locked. */
    boolean mayMove(OrganizationTransferRequest request, UUID target) {
        return !target.equals(request.organizationId()) && currencies.isActive(request.currency());
    }

    /**
     * Checks the request's currency and amount, its target and its reference, in this order.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}, {@code AMOUNT_NOT_DIVISIBLE}
     * @throws Problem.Refused {@code TRANSFER_TARGET_NOT_FOUND}, {@code TRANSFER_TARGET_OWN}
     * @throws Problem.Conflict {@code RESOURCE_EXISTS}
     */
    Sent send(OrganizationTransferRequest request, Facts facts) {
        currencies.requirePayable(request.currency(), request.amount());
        var target = facts.target();
        if (target == null) {
            throw new Problem.Refused("TRANSFER_TARGET_NOT_FOUND", UNKNOWN_TARGET);
        }
        requireOther(request.organizationId(), target.organizationId());
        if (facts.taken()) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS",
                    "A transfer with this merchant_ref_id exists; look it up instead of creating a new one");
        }
        var id = Ids.next();
        var outgoing = new OrganizationTransfer(
                new TransactionKey(request.organizationId(), request.livemode(), id),
                Direction.OUTGOING,
                target,
                request.merchantRef(),
                request.currency(),
                request.amount(),
                request.notes(),
                request.requestId());
        var incoming = new OrganizationTransfer(
                new TransactionKey(target.organizationId(), request.livemode(), id),
                Direction.INCOMING,
                facts.sender(),
                null,
                request.currency(),
                request.amount(),
                request.notes(),
                null);
        return new Sent(outgoing, incoming);
    }

    /** @throws Problem.Refused {@code TRANSFER_TARGET_OWN} */
    static void requireOther(UUID organizationId, UUID target) {
        if (target.equals(organizationId)) {
            throw new Problem.Refused(
                    "TRANSFER_TARGET_OWN", "This is the code of your own organization; use the code of another one");
        }
    }
}
