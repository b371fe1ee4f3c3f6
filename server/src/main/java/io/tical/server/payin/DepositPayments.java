package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositPayee;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.Actor;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Confirms payins when their deposits are paid. */
record DepositPayments(Payins payins, PayinSlips slips) implements DepositPayee {
    private static final Logger LOG = LoggerFactory.getLogger(DepositPayments.class);

    @Override
    public void received(Session session, Deposit deposit) {
        try {
            payins.arrive(session, deposit.key(), Actor.SYSTEM);
        } catch (Problem.Conflict over) {
            // The transfer becomes unallocated funds when it is confirmed.
            LOG.debug("payin {} no longer accepts a payment", deposit.key().id());
        }
    }

    @Override
    public Set<TransferName> named(Session session, Collection<TransferName> transactions) {
        return slips.named(session, transactions);
    }

    @Override
    public Verdict confirmed(Deposit deposit) {
        var paid = deposit.progress().paid();
        var reference = Objects.requireNonNull(deposit.progress().paidBy());
        try {
            payins.confirm(deposit.key(), new Receipt(paid, reference), Actor.SYSTEM, null);
            return Verdict.TAKEN;
        } catch (Problem.Conflict over) {
            // A repeated notification may find the payin refunded after this payment was credited.
            if (reference.equals(
                    payins.reads().get(deposit.key()).progress().settled().reference())) {
                return Verdict.TAKEN;
            }
            LOG.warn(
                    "payin {} has ended; {} micro-USDT received for it are unallocated",
                    deposit.key().id(),
                    paid);
            return Verdict.REFUSED;
        }
    }
}
