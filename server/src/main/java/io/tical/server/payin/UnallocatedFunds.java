package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.TimelineSource;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The payments that payins did not accept. */
public interface UnallocatedFunds extends TimelineSource {
    /**
     * A payment that staff record for a payin that no longer accepts one.
     *
     * @param amount minor units, 1 or more
     * @param reference the reference of the payment
     * @param extra whether another payment has paid the payin; otherwise it had ended unpaid
     */
    record Payment(TransactionKey payin, String currency, long amount, String reference, boolean extra) {}

    /** The ids of a payin's unallocated funds, oldest first. */
    List<UUID> ids(TransactionKey payin);

    /** A payin's unallocated funds as JSON, oldest first. */
    List<?> views(TransactionKey payin);

    /**
     * Records payments in the transaction of their decision.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYMENT_ALREADY_RECORDED} when the organization already has funds with
     *     the same reference
     */
    void record(Session session, Collection<Payment> payments);
}
