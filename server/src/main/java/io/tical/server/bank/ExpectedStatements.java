package io.tical.server.bank;

import io.tical.common.admin.BankAccountState.Expected;
import io.tical.db.Session;
import io.tical.server.bank.AccountStateStore.End;
import io.tical.server.collection.AccountTerms;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.CollectionAccount;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The statements that accounts should get, and how old the last of them are. */
final class ExpectedStatements {
    private ExpectedStatements() {}

    /** Up to when a statement can say something: the end of its last day at the bank, or when it came if that was earlier. */
    static Instant until(LocalDate to, ZoneId zone, Instant came) {
        var end = to.plusDays(1).atStartOfDay(zone).toInstant();
        return end.isBefore(came) ? end : came;
    }

    /** What those of these accounts have that should get statements. */
    static Map<UUID, Expected> of(
            Session session, List<CollectionAccount> accounts, AccountZones zones, boolean livemode, Instant now) {
        var expecting = accounts.stream()
                .filter(account -> account.terms().statementAge() != null)
                .toList();
        var expected = new HashMap<UUID, Expected>();
        if (expecting.isEmpty()) {
            return expected;
        }
        var ends = AccountStateStore.ends(
                session, expecting.stream().map(CollectionAccount::id).toList(), livemode);
        for (var account : expecting) {
            expected.put(account.id(), expected(account, zones.of(account), ends, now));
        }
        return expected;
    }

    private static Expected expected(CollectionAccount account, ZoneId zone, List<End> ends, Instant now) {
        var statements = Objects.requireNonNull(account.terms().statements());
        var most = Objects.requireNonNull(account.terms().statementAge());
        var until = ends.stream()
                .filter(end -> end.accountId().equals(account.id()))
                .filter(end -> end.whole() || statements == AccountTerms.Statements.INTRADAY)
                .map(end -> until(end.to(), zone, end.came()))
                .max(Comparator.naturalOrder())
                .orElse(null);
        var since = until == null ? account.createdAt() : until;
        return new Expected(
                statements.word(),
                Math.toIntExact(most.toHours()),
                until == null ? null : until.getEpochSecond(),
                Duration.between(since, now).compareTo(most) > 0);
    }
}
