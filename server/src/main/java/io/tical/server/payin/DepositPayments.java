package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositPayee;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Confirms payins when their deposits are paid. */
record DepositPayments(Payins payins) implements DepositPayee {
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
    public Verdict confirmed(Deposit deposit) {
        var paid = deposit.progress().paid();
        var reference = Objects.requireNonNull(deposit.progress().paidBy());
        var receipt = new Receipt(paid, reference);
        try {
            payins.confirm(deposit.key(), receipt, Actor.SYSTEM, null);
            return Verdict.TAKEN;
        } catch (Problem.Conflict over) {
            if (isPaidBy(reference, deposit.key())) {
                return Verdict.TAKEN;
            }
            LOG.warn(
                    "payin {} has ended; {} micro-USDT received for it are unallocated",
                    deposit.key().id(),
                    paid);
            return Verdict.REFUSED;
        }
    }

    /** A repeated notification may find the payin refunded after this payment was credited. */
    private boolean isPaidBy(String reference, TransactionKey key) {
        return reference.equals(payins.get(key).progress().settled().reference());
    }
}
