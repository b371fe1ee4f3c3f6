package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.collection.AccountZones;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.payin.Payin;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankTransfer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What statements show of the payments of payins, in the transactions that record the payments.
 *
 * @param zones in which the banks book
 */
record ShownPayments(Clock clock, AccountZones zones) implements ExpectedTransfers {
    /** Banks and slips round times to minutes. */
    private static final Duration SAME_TIME = Duration.ofMinutes(1);

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

    @Override
    public boolean paidBy(Session session, Payin payin, Verified transfer) {
        return entryOf(session, payin)
                .filter(entry ->
                        entry.amount() == transfer.amount() && entry.currency().equals(transfer.currency()))
                .filter(entry -> isNamed(entry, transfer.reference())
                        || (isAt(session, entry, transfer.at()) && !AccountEntryStore.hasEqual(session, entry)))
                .isPresent();
    }

    @Override
    public boolean paidByEntry(Session session, Payin payin) {
        return entryOf(session, payin).isPresent();
    }

    private static Optional<AccountEntry> entryOf(Session session, Payin payin) {
        return PaymentProofStore.find(session, payin.key().id())
                .map(PaymentProof::entryId)
                .flatMap(entry -> AccountEntryStore.find(session, entry))
                .filter(entry -> pays(entry, payin));
    }

    /** Whether this entry paid the payin, and does not only prove what a slip or a person paid. */
    private static boolean pays(AccountEntry entry, Payin payin) {
        var match = entry.match();
        return match != null
                && match.type() == MatchType.PAYIN
                && match.transaction().equals(payin.key())
                && BankTransfer.same(
                        entry.reference(), payin.progress().settled().reference());
    }

    private static boolean isNamed(AccountEntry entry, String reference) {
        return BankTransfer.same(entry.bankReference(), reference) || BankTransfer.same(entry.endToEnd(), reference);
    }

    private boolean isAt(Session session, AccountEntry entry, @Nullable Instant at) {
        var time = entry.time();
        if (time == null || at == null) {
            return false;
        }
        var booked = entry.booked()
                .atTime(time)
                .atZone(zones.of(session, entry.accountId()))
                .toInstant();
        return Duration.between(booked, at).abs().compareTo(SAME_TIME) <= 0;
    }

    private AccountEntry taken(AccountEntry entry, Shown shown) {
        var by = shown.by().actor().id();
        return shown.pays()
                ? entry.with(Status.MATCHED, null, new Match(MatchType.PAYIN, shown.payin()), by, clock.instant())
                : entry.with(Status.ALLOCATED, AccountEntry.UNALLOCATED, null, by, clock.instant());
    }
}
