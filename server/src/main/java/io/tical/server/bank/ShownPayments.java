package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.problem.Problem;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What statements show of the payments of payins, in the transactions that record the payments. */
record ShownPayments(Clock clock) implements ExpectedTransfers {
    @Override
    public void record(Session session, Collection<Paid> payments) {
        if (!payments.isEmpty()) {
            PaymentProofStore.insert(session, payments);
        }
    }

    @Override
    public void take(Session session, Collection<Shown> entries) {
        var taken = new ArrayList<AccountEntry>();
        for (var shown : entries) {
            var before = AccountEntryStore.lock(session, List.of(shown.entry())).stream()
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(AccountEntries.RESOURCE));
            AccountEntries.require(before, Status.OPEN);
            var after = taken(before, shown);
            AccountEntryStore.update(session, List.of(after));
            AccountEntries.log(session, shown.by().actor(), "match", before, after);
            taken.add(after);
        }
        if (!taken.isEmpty()) {
            PaymentProofs.prove(session, taken, clock.instant());
        }
    }

    @Override
    public Map<TransactionKey, Instant> proved(Session session, Collection<TransactionKey> payins) {
        return PaymentProofStore.proved(session, payins);
    }

    @Override
    public Proved proved(Session session, WalletKey wallet, Instant from, Instant until) {
        return PaymentProofStore.proved(session, wallet, from, until);
    }

    private AccountEntry taken(AccountEntry entry, Shown shown) {
        var by = shown.by().actor().id();
        return shown.pays()
                ? entry.with(Status.MATCHED, null, new Match(MatchType.PAYIN, shown.payin()), by, clock.instant())
                : entry.with(Status.ALLOCATED, AccountEntry.UNALLOCATED, null, by, clock.instant());
    }
}
