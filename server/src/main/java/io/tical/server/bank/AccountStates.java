package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.BankAccountState.Gap;
import io.tical.common.admin.BankAccountState.Open;
import io.tical.common.admin.BankAccountState.Statement;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.AccountStateStore.Shares;
import io.tical.server.bank.StatementStore.Stored;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What statements say of the operator's accounts.
 */
record AccountStates(Database database, CollectionAccounts accounts, LedgerBalances ledger, Clock clock) {
    /** The booking days of the shares that are explained, today included. */
    private static final int SHARE_DAYS = 30;

    private static final int GAP_DAYS = 366;
    private static final int GAPS_MAX = 20;

    private static final Open NOTHING_OPEN = new Open(0, 0, 0, null, null);

    List<BankAccountState> list(boolean livemode) {
        return of(accounts.list(), livemode);
    }

    /** @throws io.tical.server.problem.Problem.NotFound {@code COLLECTION_ACCOUNT_NOT_FOUND} */
    BankAccountState get(UUID id, boolean livemode) {
        return of(List.of(accounts.get(id)), livemode).getFirst();
    }

    private List<BankAccountState> of(List<CollectionAccount> all, boolean livemode) {
        return database.run(session -> read(session, all, livemode));
    }

    private List<BankAccountState> read(Session session, List<CollectionAccount> all, boolean livemode) {
        var ids = all.stream().map(CollectionAccount::id).toList();
        var now = clock.instant();
        // The days of the shares are the same for all accounts, so that they can be compared.
        var since = LocalDate.ofInstant(now, accounts.zones().otherwise()).minusDays(SHARE_DAYS - 1L);
        var last = new HashMap<UUID, Stored>();
        AccountStateStore.last(session, ids, livemode).forEach(one -> last.put(one.accountId(), one));
        var balances = AccountStateStore.balances(session, ids, livemode);
        var wholeDays = AccountStateStore.ofWholeDays(session, ids, livemode, since.minusDays(GAP_DAYS)).stream()
                .collect(Collectors.groupingBy(Stored::accountId));
        var shares = AccountStateStore.shares(session, ids, livemode, since);
        var open = AccountStateStore.open(session, ids, livemode);
        var expected = ExpectedStatements.of(session, all, accounts.zones(), livemode, now);
        var ledgers = ledger.of(session, ids, livemode);
        return all.stream()
                .map(account -> {
                    var id = account.id();
                    var gaps = StatementGaps.between(wholeDays.getOrDefault(id, List.of()));
                    var share = shares.getOrDefault(id, Shares.NONE);
                    return new BankAccountState(
                            id,
                            livemode,
                            account.currency(),
                            statement(last.get(id), accounts.zones().of(account), now),
                            balances.get(id),
                            since.toString(),
                            share.credits(),
                            share.debits(),
                            open.getOrDefault(id, NOTHING_OPEN),
                            expected.get(id),
                            ledgers.get(id),
                            gaps.size(),
                            newest(gaps));
                })
                .toList();
    }

    private static @Nullable Statement statement(@Nullable Stored last, ZoneId zone, Instant now) {
        if (last == null) {
            return null;
        }
        var from = last.from();
        var to = Objects.requireNonNull(last.to());
        var came = Ids.madeAt(last.id());
        return new Statement(
                last.fileId(),
                last.kind().word(),
                from == null ? null : from.toString(),
                to.toString(),
                last.proof().word(),
                Math.toIntExact(Math.max(0, ChronoUnit.DAYS.between(to, LocalDate.ofInstant(now, zone)))),
                came.getEpochSecond(),
                ExpectedStatements.until(to, zone, came).getEpochSecond());
    }

    private static List<Gap> newest(List<Gap> gaps) {
        return gaps.reversed().stream().limit(GAPS_MAX).toList();
    }
}
