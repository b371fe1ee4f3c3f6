package io.tical.server.sandbox;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.currency.Amounts;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.JsonBody;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.GroupWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Credits test wallets with test money.
 *
 * @param blocked whether operators have blocked top-ups
 */
public record TopUps(GroupCommit groupCommit, BooleanSupplier blocked, GroupOperation<Command, Receipt> crediting) {
    /** The largest top-up in minor units. */
    public static final long AMOUNT_MAX = 10_000_000;

    /** @param blocked is asked for each group of top-ups */
    public TopUps(GroupCommit groupCommit, BooleanSupplier blocked) {
        this(groupCommit, blocked, (session, commands) -> new Credits(blocked.getAsBoolean(), commands));
    }

    /**
     * A top-up of a test wallet.
     *
     * @param amountMinor minor units, 1 to {@link #AMOUNT_MAX}, divisible by the currency's unit step
     * @param actor who requests it
     */
    public record Command(UUID organizationId, String currency, long amountMinor, Actor actor) {
        private static final int CURRENCY_LENGTH_MAX = 16;

        /**
         * Parses a request.
         *
         * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}, {@code AMOUNT_INVALID} or {@code AMOUNT_NOT_DIVISIBLE}
         */
        public static Command parse(UUID organizationId, Actor actor, JsonBody body, Currencies currencies) {
            var code = body.text("currency", CURRENCY_LENGTH_MAX);
            var amount = body.amount("amount_minor");
            if (amount > AMOUNT_MAX) {
                body.wrong("amount_minor", "too_large", "must be at most " + AMOUNT_MAX);
            }
            body.check();
            var currency = currencies.requireActive(code);
            Amounts.requirePositive(amount);
            Amounts.requireDivisible(currency, amount);
            return new Command(organizationId, code, amount, actor);
        }

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

    /** @param people the receipts of top-ups by people, which the audit log contains */
    private record Credits(boolean blocked, List<Command> commands, Map<Receipt, Command> people)
            implements GroupOperation.Part<Command, Receipt> {
        Credits(boolean blocked, List<Command> commands) {
            this(blocked, commands, new LinkedHashMap<>());
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return new TreeSet<>(
                    blocked ? List.of() : commands.stream().map(Command::wallet).toList());
        }

        @Override
        public void readForDecisions(Session session) {}

        @Override
        public Receipt decide(Command command, GroupWallets wallets) {
            if (blocked) {
                throw new Problem.Unavailable(
                        "SANDBOX_FUNDING_BLOCKED",
                        "The operator has disabled test funding; no funds were credited. Contact the operator.");
            }
            var id = Ids.next();
            wallets.post(
                    command.wallet(), List.of(new Movement(PostingType.SANDBOX_TOP_UP, command.amountMinor(), id)));
            var available = wallets.wallet(command.wallet()).available();
            var receipt = new Receipt(
                    id,
                    false,
                    command.currency(),
                    command.amountMinor(),
                    available,
                    wallets.now().getEpochSecond());
            if (command.actor().inAuditLog()) {
                people.put(receipt, command);
            }
            return receipt;
        }

        /** The values of a top-up in the audit log. */
        private record Added(long amount, String currency) {}

        @Override
        public void write(Session session) {
            people.forEach((receipt, command) -> AuditEntry.insertLater(
                    session,
                    command.actor(),
                    new AuditEntry.Act(
                            command.organizationId(),
                            false,
                            "top_up",
                            "balance",
                            receipt.id(),
                            null,
                            new Added(command.amountMinor(), command.currency()),
                            null),
                    Instant.ofEpochSecond(receipt.createdAt())));
        }
    }
}
