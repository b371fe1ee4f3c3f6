package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destination;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.Policy;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests for settlements. The amount is captured immediately. It includes the fee, so that a merchant can sweep its whole
 * balance.
 */
record SettlementCreationRules(Currencies currencies, Rails rails) {
    /** The destination, which must exist and be verified. */
    static Destination destination(@Nullable Destination destination) {
        if (destination == null) {
            throw new Problem.Refused(
                    "DESTINATION_NOT_FOUND",
                    "There is no such destination account; register it with POST /v1/customers first");
        }
        if (!destination.verified()) {
            throw new Problem.Refused(
                    "DESTINATION_UNVERIFIED",
                    "Settlements go to verified accounts only; ask for the verification of this one with POST"
                            + " /v1/customers/{id}/verify");
        }
        return destination;
    }

    /** The currency of a destination, in which this amount must be payable. */
    CurrencyProfile currency(String code, long amount) {
        return currencies.requirePayable(code, amount);
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} */
    static void requireFree(boolean taken) {
        if (taken) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS",
                    "A settlement with this client_operation_id exists; find it with GET"
                            + " /v1/settlements?client_operation_id= instead of creating a new one");
        }
    }

    /** The fee on an amount, in minor units. */
    static long fee(Policy policy, boolean livemode, CurrencyProfile currency, long amount) {
        return policy.fee(livemode, currency.code(), FeeType.SETTLEMENT).of(amount, currency);
    }

    Decision<SettlementAggregate> create(
            SettlementRequest request, Destination destination, CurrencyProfile currency, Policy policy, Instant now) {
        var fee = fee(policy, request.livemode(), currency, request.amount());
        if (fee >= request.amount()) {
            throw new Problem.BadRequest("AMOUNT_INVALID", "The amount must be greater than its fee, " + fee);
        }
        return captured(
                new Settlement.Terms(
                        request.organizationId(),
                        request.livemode(),
                        Dialect.V1,
                        request.clientOperationId(),
                        currency.code(),
                        request.amount(),
                        fee,
                        destination.accountId(),
                        destination.bankCode(),
                        destination.accountNo(),
                        destination.holderName(),
                        request.requestId()),
                now);
    }

    /** A new settlement, whose amount is captured. */
    Decision<SettlementAggregate> captured(Settlement.Terms terms, Instant now) {
        var id = Ids.next();
        var due = now.plus(rails.dispatchDelay(terms.livemode()));
        // The id carries the time of creation; nothing of the settlement may be older.
        var progress =
                new Settlement.Progress(SettlementStatus.PENDING, null, null, null, 1, due, Ids.madeAt(id), null);
        return new Decision<>(
                SettlementAggregate.of(new Settlement(id, terms, progress), null, List.of()),
                List.of(new Movement(PostingType.SETTLEMENT_CAPTURE, terms.amount(), id)),
                List.of(),
                List.of());
    }
}
