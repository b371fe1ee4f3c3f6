package io.tical.server.holder;

import io.tical.common.BankCode;
import io.tical.db.Database;
import io.tical.server.access.Caller;
import io.tical.server.problem.Problem;
import io.tical.server.rail.UpstreamFailure;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Looks up the holder of a bank account for a merchant. A lookup does not verify a customer. Answers are cached for a
 * day, because each upstream lookup may cost money.
 *
 * @param defaultCurrency returns the default currency of an organization, which determines the country of the bank codes
 */
public record Holders(Database database, HolderLookups lookups, Function<UUID, String> defaultCurrency, Clock clock) {
    public static final Duration CACHED = Duration.ofHours(24);

    /** Long, because only an operator can enable the lookup. */
    private static final Duration RETRY_WHEN_OFF = Duration.ofHours(1);

    /**
     * The holder of a bank account.
     *
     * @param cached whether the answer came from the cache
     * @param checkedAt when the upstream answered, in Unix seconds
     */
    record AccountHolder(String bankCode, String accountNo, String holderName, boolean cached, long checkedAt) {}

    /**
     * Finds the holder of an account.
     *
     * @param bankCode in either case; for Thai banks an abbreviation or a number
     * @param accountNo 6 to 20 digits
     * @throws Problem.Invalid for an unknown bank code
     * @throws Problem.NotFound {@code ACCOUNT_NOT_FOUND}
     * @throws Problem.Unavailable {@code BANK_VERIFY_DISABLED} if no lookup is configured; {@code SERVICE_UNAVAILABLE}
     *     if the upstream does not answer
     */
    AccountHolder find(Caller caller, String bankCode, String accountNo) {
        var currency = defaultCurrency.apply(caller.organizationId());
        var bank = BankCode.of(bankCode, currency)
                .orElseThrow(
                        () -> new Problem.Invalid("bank_code", "unknown", "is not a known bank code for " + currency));
        var lookup = lookups.of(caller.livemode())
                .orElseThrow(() -> new Problem.Unavailable(
                        "BANK_VERIFY_DISABLED",
                        "Account holder lookup is disabled on this server; contact the operator",
                        RETRY_WHEN_OFF.toSeconds()));
        var since = clock.instant().minus(CACHED);
        return database.run(session -> HolderStore.find(session, caller, bank, accountNo, since))
                .orElseGet(() -> ask(lookup, caller, bank, accountNo));
    }

    private AccountHolder ask(HolderLookup lookup, Caller caller, String bank, String accountNo) {
        Optional<String> name;
        try {
            name = lookup.holder(bank, accountNo);
        } catch (UpstreamFailure failure) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE",
                    "Account holder lookup is temporarily unavailable; retry later",
                    failure.retryAfter().toSeconds());
        }
        var now = clock.instant();
        var holder = name.map(found -> new AccountHolder(bank, accountNo, found, false, now.getEpochSecond()))
                .orElseThrow(() -> new Problem.NotFound(
                        "ACCOUNT_NOT_FOUND", "The bank has no such account; check bank_code and account_no"));
        database.run(session -> HolderStore.keep(session, caller, holder, now));
        return holder;
    }

    /** Deletes expired answers. Returns the number deleted, at most {@code rowsMax}. */
    public long forget(int rowsMax) {
        var before = clock.instant().minus(CACHED);
        return database.run(session -> HolderStore.forget(session, before, rowsMax));
    }
}
