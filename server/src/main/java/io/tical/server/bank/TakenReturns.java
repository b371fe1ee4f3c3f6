package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.problem.Problem;
import io.tical.server.rail.ReturnedPayments;
import java.time.Clock;
import java.util.Collection;
import java.util.List;

/** Takes the entries that gave payments back, in the transactions that give their money to the merchants. */
record TakenReturns(Clock clock) implements ReturnedPayments {
    @Override
    public void take(Session session, Collection<Returned> entries) {
        for (var returned : entries) {
            var before = AccountEntryStore.lock(session, List.of(returned.entry())).stream()
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of(AccountEntries.RESOURCE));
            AccountEntries.require(before, Status.OPEN);
            var actor = returned.by().actor();
            var match = new Match(MatchType.returned(returned.subject()), returned.transaction());
            var after = before.with(Status.MATCHED, null, match, actor.id(), clock.instant());
            AccountEntryStore.update(session, List.of(after));
            AccountEntries.log(session, actor, "return", before, after);
        }
    }
}
