package io.tical.server.sandbox;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.ledger.WalletKey;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** Credits test wallets with test money (spec, Endpoints rule 4). */
public record TopUps(GroupCommit groupCommit, GroupOperation<Command, Receipt> crediting) {
    /** The largest top-up in minor units (spec, Limits). */
    public static final long AMOUNT_MAX = 10_000_000;

    /** @param fundingBlocked whether the operator has disabled test funding */
    public TopUps(GroupCommit groupCommit, boolean fundingBlocked) {
        this(groupCommit, (session, commands) -> new Credits(fundingBlocked, commands));
    }

    /**
     * A top-up of a test wallet.
     *
     * @param amountMinor minor units, 1 to {@link #AMOUNT_MAX}, divisible by the currency's unit step
     */
    public record Command(UUID organizationId, String currency, long amountMinor) {
        WalletKey wallet() {
            return new WalletKey(organizationId, false, currency);
        }
    }

    /**
     * The receipt of a top-up.
     *
     * @param livemode always false
     * @param amountMinor the credited amount in minor units
     * @param availableAfter the available balance afterwards, in minor units
     * @param createdAt Unix seconds
     */
    public record Receipt(
            UUID id, boolean livemode, String currency, long amountMinor, long availableAfter, long createdAt) {}

    /**
     * Credits the wallet, or replays the receipt.
     *
     * @throws Problem.Unavailable {@code SANDBOX_FUNDING_BLOCKED} for a new top-up while funding is blocked
     */
    public StoredAnswer topUp(Command command, IdempotentRequest<Receipt> request) {
        return groupCommit.answer(crediting, command, request);
    }

    private record Credits(boolean blocked, List<Command> commands) implements GroupOperation.Group<Command, Receipt> {
        @Override
        public SortedSet<WalletKey> wallets() {
            return new TreeSet<>(
                    blocked ? List.of() : commands.stream().map(Command::wallet).toList());
        }

        @Override
        public void lock(Session session) {}

        @Override
        public Receipt decide(Command command, LockedWallets locked) {
            if (blocked) {
                throw new Problem.Unavailable(
                        "SANDBOX_FUNDING_BLOCKED", "The operator has disabled test funding; no funds were credited");
            }
            var id = Ids.next();
            locked.post(command.wallet(), List.of(new Movement(Posting.SANDBOX_TOP_UP, command.amountMinor(), id)));
            var available = locked.wallet(command.wallet()).available();
            return new Receipt(
                    id,
                    false,
                    command.currency(),
                    command.amountMinor(),
                    available,
                    locked.now().getEpochSecond());
        }

        @Override
        public void write(Session session) {}
    }
}
