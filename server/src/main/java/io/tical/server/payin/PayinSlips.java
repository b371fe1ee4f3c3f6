package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.TimelineSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The slips of payins, and the recorded transfers of payments. */
public interface PayinSlips extends TimelineSource, ReceivedTransfers {
    /**
     * A payment that staff record.
     *
     * @param pays whether it pays the payin; otherwise it becomes unallocated funds
     */
    record Found(TransactionKey payin, BankTransfer transfer, boolean pays) {}

    /**
     * Whether a slip of the payin is undecided. The caller's transaction must have locked the payin, because slips are added under that
     * lock.
     */
    boolean waiting(Session session, TransactionKey payin);

    /** Whether a slip of the payin is accepted, and its confirmation of the payin is not committed yet. */
    boolean confirming(Session session, TransactionKey payin);

    /**
     * Raises the versions of the undecided slips of payins that the caller's transaction has locked, so that decisions that were made on an
     * earlier state of the payin are refused.
     */
    void raiseVersions(Session session, Collection<TransactionKey> payins);

    /**
     * Claims the transfers of payments in the transaction that records them, because a transfer pays once. A slip of the same payin
     * may have claimed the transfer that pays it.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYMENT_ALREADY_RECORDED} when a slip or other staff have claimed one;
     *     {@code TRANSFER_ALREADY_USED} when one was sent
     */
    void claim(Session session, Collection<Found> payments);

    /** Checks a payment as {@link #claim} does, without claiming its transfer or waiting for other transactions. */
    void requireUnclaimed(Session session, Found payment);

    /**
     * Requires that a transfer that pays money back is not one that was received.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code TRANSFER_ALREADY_USED}
     */
    void requireNotReceived(Session session, PaidTransfer transfer);

    /**
     * Those of these transactions of chains that were recorded as transfers that were sent, or as payments of other payins. Transactions that
     * record one later wait for the caller's.
     */
    Set<TransferName> named(Session session, Collection<TransferName> onChain);

    /** The payins of the slips that a request uploaded. */
    Set<UUID> ofRequest(Session session, RequestKey request);

    /**
     * The payins of this organization and environment with a slip, or a recorded payment, of a bank transfer with this reference, in any
     * case. At most {@link io.tical.server.transaction.PartSearch.Elsewhere#ROWS_MAX}.
     */
    Set<UUID> ofReference(Session session, UUID organizationId, boolean livemode, String reference);

    /** The sender of the payin's transfer with this reference, as the verifier reported it; null if no slip names it. */
    @Nullable
    SlipParty sender(TransactionKey payin, String reference);

    /** The ids of the payin's slips, oldest first. */
    List<UUID> ids(TransactionKey payin);
}
