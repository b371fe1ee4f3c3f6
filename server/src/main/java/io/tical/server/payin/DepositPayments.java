package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.DepositPayee;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.util.Objects;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What came to an address pays its payin. */
public final class DepositPayments implements DepositPayee {
    private static final Logger LOG = LoggerFactory.getLogger(DepositPayments.class);

    private final Payins payins;

    public DepositPayments(Payins payins) {
        this.payins = payins;
    }

    @Override
    public void received(Session session, Deposit deposit) {
        try {
            payins.arrive(session, target(deposit), Actor.SYSTEM);
        } catch (Problem.Conflict over) {
            // When it is confirmed it goes to people.
            LOG.debug("payin {} takes nothing any more", deposit.key().id());
        }
    }

    @Override
    public Verdict confirmed(Deposit deposit) {
        var paid = deposit.progress().paid();
        var receipt =
                new Receipt(paid, Objects.requireNonNull(deposit.progress().paidBy()), null);
        try {
            payins.confirm(target(deposit), Actor.SYSTEM, receipt, OptionalLong.empty(), null);
            return Verdict.TAKEN;
        } catch (Problem.Conflict over) {
            LOG.warn(
                    "payin {} is over; {} micro-USDT that came for it wait for people",
                    deposit.key().id(),
                    paid);
            return Verdict.REFUSED;
        }
    }

    private static TransactionKey target(Deposit deposit) {
        var key = deposit.key();
        return new TransactionKey(key.organizationId(), key.livemode(), key.id());
    }
}
