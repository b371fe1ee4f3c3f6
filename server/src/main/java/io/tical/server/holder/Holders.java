package io.tical.server.holder;

import io.tical.db.Database;
import io.tical.server.access.Caller;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankCode;
import io.tical.server.rail.HolderLookup;
import io.tical.server.rail.HolderOutcome;
import io.tical.server.rail.Verifiers;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/**
 * Answers merchants who ask in whose name an account is. It verifies no customer. An answer is remembered for a day, so that
 * asking again costs nothing upstream (spec, Endpoints rule 6).
 */
public final class Holders {
    /** How long an answer is given again without asking. */
    public static final Duration CACHED = Duration.ofHours(24);

    /** Nothing changes here before an operator changes it. */
    private static final Duration RETRY_WHEN_OFF = Duration.ofHours(1);

    private final Database database;
    private final Verifiers verifiers;
    private final Function<UUID, String> defaultCurrency;
    private final Clock clock;

    /** @param defaultCurrency of an organization; it says which country's bank codes are meant */
    public Holders(Database database, Verifiers verifiers, Function<UUID, String> defaultCurrency, Clock clock) {
        this.database = database;
        this.verifiers = verifiers;
        this.defaultCurrency = defaultCurrency;
        this.clock = clock;
    }

    /**
     * The holder of an account.
     *
     * @param bankCode in either case; for Thai banks an abbreviation or a number
     * @param accountNo 6 to 20 digits
     * @throws Problem.Invalid for a bank code that names no bank
     * @throws Problem.NotFound {@code ACCOUNT_NOT_FOUND}
     * @throws Problem.Unavailable {@code BANK_VERIFY_DISABLED} where no lookup is configured; {@code SERVICE_UNAVAILABLE} when
     *     it does not answer
     */
    AccountHolder find(Caller caller, String bankCode, String accountNo) {
        var currency = defaultCurrency.apply(caller.organizationId());
        var bank = BankCode.of(bankCode, currency)
                .orElseThrow(() -> new Problem.Invalid("bank_code", "unknown", "names no bank for " + currency));
        var lookup = verifiers
                .holders(caller.livemode())
                .orElseThrow(() -> new Problem.Unavailable(
                        "BANK_VERIFY_DISABLED",
                        "The lookup of account holders is switched off here; ask the operator",
                        RETRY_WHEN_OFF.toSeconds()));
        var since = clock.instant().minus(CACHED);
        return database.run(session -> HolderStore.find(session, caller, bank, accountNo, since))
                .orElseGet(() -> ask(lookup, caller, bank, accountNo));
    }

    private AccountHolder ask(HolderLookup lookup, Caller caller, String bank, String accountNo) {
        return switch (lookup.holder(bank, accountNo)) {
            case HolderOutcome.Found(var name) -> {
                var holder = new AccountHolder(bank, accountNo, name, false, clock.instant());
                database.run(session -> HolderStore.keep(session, caller, holder));
                yield holder;
            }
            case HolderOutcome.Unknown() ->
                throw new Problem.NotFound("ACCOUNT_NOT_FOUND", "This bank knows no such account");
            case HolderOutcome.Unavailable(var kind, var why, var retryAfter) ->
                throw new Problem.Unavailable(
                        "SERVICE_UNAVAILABLE",
                        "The lookup of account holders does not answer now; retry later",
                        retryAfter.toSeconds());
        };
    }

    /** Forgets what has had its day. Answers how many, at most {@code rowsMax}. */
    public long forget(int rowsMax) {
        var before = clock.instant().minus(CACHED);
        return database.run(session -> HolderStore.forget(session, before, rowsMax));
    }
}
