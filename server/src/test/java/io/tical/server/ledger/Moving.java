package io.tical.server.ledger;

import io.tical.db.Session;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The tests' own operation: posts to one wallet what it is told, and answers what is then available.
 *
 * @param canBeDecidedBeforeLocks whether it may be decided on known wallets
 */
public record Moving(boolean canBeDecidedBeforeLocks) implements GroupOperation<Move, Long> {
    public static final Moving MOVING = new Moving(true);

    /** @param poisoned fails in a way that no rule foresees */
    public record Move(WalletKey wallet, List<Movement> movements, boolean poisoned) {
        public static Move of(WalletKey wallet, PostingType posting, long amount) {
            return of(wallet, new Movement(posting, amount, UUID.randomUUID()));
        }

        public static Move of(WalletKey wallet, Movement... movements) {
            return new Move(wallet, Arrays.asList(movements), false);
        }

        Move poison() {
            return new Move(wallet, movements, true);
        }
    }

    @Override
    public Part<Move, Long> begin(Session session, List<Move> commands) {
        return new Moves(commands);
    }

    /** Tests override what they watch or break. */
    static class Moves implements Part<Move, Long> {
        private final List<Move> commands;

        Moves(List<Move> commands) {
            this.commands = commands;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return commands.stream().map(Move::wallet).collect(Collectors.toCollection(TreeSet::new));
        }

        @Override
        public void readForDecisions(Session session) {
            // Nothing but the wallets.
        }

        @Override
        public Long decide(Move command, GroupWallets wallets) {
            wallets.post(command.wallet(), command.movements());
            if (command.poisoned()) {
                throw new IllegalStateException("poison");
            }
            return wallets.wallet(command.wallet()).available();
        }

        @Override
        public void write(Session session) {
            // Nothing but the postings.
        }
    }
}
