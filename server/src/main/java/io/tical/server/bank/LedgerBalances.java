package io.tical.server.bank;

import io.tical.common.admin.BankAccountState;
import io.tical.db.Session;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Says what accounts have by the ledger. */
@FunctionalInterface
public interface LedgerBalances {
    /** The balances of those of these accounts that have one. */
    Map<UUID, BankAccountState.Ledger> of(Session session, Collection<UUID> accounts, boolean livemode);
}
