package io.tical.server;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** Money in a live wallet, for tests of what happens to it afterwards: posted through the commit queues like any other. */
final class LiveFunds {
    private LiveFunds() {}

    private record Funds(WalletKey wallet, long amount) {}

    static void post(GroupCommit groupCommit, UUID organizationId, String currency, long amount) {
        groupCommit.run(
                new Operation(),
                new Funds(new WalletKey(organizationId, true, currency), amount),
                organizationId,
                true);
    }

    private static final class Operation implements GroupOperation<Funds, UUID> {
        @Override
        public Part<Funds, UUID> begin(Session session, List<Funds> commands) {
            return new Part<>() {
                @Override
                public SortedSet<WalletKey> wallets() {
                    return new TreeSet<>(commands.stream().map(Funds::wallet).toList());
                }

                @Override
                public void readForDecisions(Session locked) {}

                @Override
                public UUID decide(Funds funds, GroupWallets wallets) {
                    var reference = Ids.next();
                    wallets.post(
                            funds.wallet(),
                            List.of(new Movement(PostingType.SANDBOX_TOP_UP, funds.amount(), reference)));
                    return reference;
                }

                @Override
                public void write(Session locked) {}
            };
        }
    }
}
