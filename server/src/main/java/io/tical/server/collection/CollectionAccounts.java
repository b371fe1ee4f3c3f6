package io.tical.server.collection;

import io.tical.common.BankCode;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.input.Texts;
import io.tical.server.key.TransactionKey;
import io.tical.server.overview.Mentions.Mention;
import io.tical.server.problem.Problem;
import io.tical.server.qr.PromptPayId;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operator's bank accounts. A change applies to payins and files that are created after it.
 *
 * @param rezoning what must happen before the zone of an account changes
 */
public record CollectionAccounts(
        Database database, Currencies currencies, Clock clock, AccountZones zones, Rezoning rezoning) {
    public static final String RESOURCE = "collection_account";

    private static final int WEIGHT_MAX = 1000;
    private static final int HOLDER_LENGTH_MAX = 200;

    /** What depends on the zone in which a bank books. */
    @FunctionalInterface
    public interface Rezoning {
        /**
         * Called in the transaction of the change, before the account is locked.
         *
         * @throws Problem.Conflict if the zone cannot change now
         */
        void before(Session session, UUID account);
    }

    /**
     * The fields of an account that an operator enters.
     *
     * @param currency ISO 4217, of an active currency
     * @param bankCode any name of a Thai bank, or the code of a foreign one
     * @param promptpayId see {@link CollectionAccount}; null or empty for none
     */
    public record Description(
            String currency,
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String promptpayId,
            int weight,
            AccountTerms terms) {
        /** Of an account without terms. */
        public Description(
                String currency,
                String bankCode,
                String accountNo,
                String holderName,
                @Nullable String promptpayId,
                int weight) {
            this(currency, bankCode, accountNo, holderName, promptpayId, weight, AccountTerms.NONE);
        }
    }

    /** The accounts in random order. The probability of each to be first is its share of all weights. */
    public static List<CollectionAccount> shuffled(List<CollectionAccount> accounts) {
        record Drawn(CollectionAccount account, double at) {}
        // Exponentially distributed arrival times, with the weights as rates, give that order.
        return accounts.stream()
                .map(account -> new Drawn(
                        account, -Math.log(1 - ThreadLocalRandom.current().nextDouble()) / account.weight()))
                .sorted(Comparator.comparingDouble(Drawn::at))
                .map(Drawn::account)
                .toList();
    }

    /** All accounts, ordered by currency and creation. */
    public List<CollectionAccount> list() {
        return database.run(CollectionAccountStore::list);
    }

    /** All accounts, in the caller's unit of work. */
    public List<CollectionAccount> list(Session session) {
        return CollectionAccountStore.list(session);
    }

    /** The accounts that may receive new payins in these currencies. */
    public static List<CollectionAccount> open(Session session, Collection<String> currencies) {
        return CollectionAccountStore.open(session, currencies);
    }

    /** @throws Problem.NotFound {@code COLLECTION_ACCOUNT_NOT_FOUND} */
    public CollectionAccount get(UUID id) {
        return database.run(session -> found(session, id, false));
    }

    /** The same in the caller's unit of work. */
    public CollectionAccount get(Session session, UUID id) {
        return found(session, id, false);
    }

    private static CollectionAccount found(Session session, UUID id, boolean lock) {
        return CollectionAccountStore.find(session, id, lock).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /**
     * Adds an account, by the service itself.
     *
     * @throws Problem.Invalid when a field is invalid
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} when the account exists
     */
    public CollectionAccount add(Description description) {
        return add(Ids.next(), description, null);
    }

    /** Adds an account with this id. Exceptions as for {@link #add(Description)}. */
    CollectionAccount add(UUID id, Description description, @Nullable StaffDecision by) {
        return recorded(id, description, session -> add(session, id, description, by));
    }

    /**
     * The account that a description makes.
     *
     * @throws Problem.Invalid when a field is invalid
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} when another account has the same currency, bank and number
     */
    CollectionAccount outlook(UUID id, Description description) {
        var now = clock.instant();
        var account = checked(id, description, 1, now, now);
        for (var other : list()) {
            if (!other.id().equals(id) && other.isSameAs(account)) {
                throw CollectionAccountStore.exists(other);
            }
        }
        return account;
    }

    /** Makes a change. If its commit was not acknowledged, reads whether it took effect. */
    private CollectionAccount recorded(UUID id, Description description, Function<Session, CollectionAccount> change) {
        try {
            return IdempotencyRecords.run(
                    database,
                    IdempotencyKey.ofCommand(TransactionKey.SERVICE, true, id, null, change),
                    change,
                    session -> found(session, id, false));
        } catch (Problem.Conflict refused) {
            if (refused.code().equals(CollectionAccountStore.EXISTS)) {
                outlook(id, description); // names the other account
            }
            throw refused;
        }
    }

    /** An account that a refusal is about; empty if it is about something else. */
    static Optional<Mention> mention(Session session, Problem.About about) {
        return about.type().equals(RESOURCE)
                ? CollectionAccountStore.find(session, about.id(), false)
                        .map(account -> Mention.ofService(
                                about,
                                account.bankCode() + " " + account.accountNo(),
                                account.currency(),
                                account.createdAt()))
                : Optional.empty();
    }

    private CollectionAccount add(Session session, UUID id, Description description, @Nullable StaffDecision by) {
        var now = clock.instant();
        var account = checked(id, description, 1, now, now);
        CollectionAccountStore.insert(session, account);
        audit(session, by, account, new Act(null, "create", RESOURCE, id, null, ShownAccount.of(account)), now);
        return account;
    }

    private static void audit(
            Session session, @Nullable StaffDecision by, CollectionAccount account, Act act, Instant at) {
        if (by != null) {
            AuditEntry.insertLater(session, by.actor(), act.ofControl(account.words(), by), at);
        }
    }

    /** Replaces the fields of an account, by the service itself. Parameters and exceptions as for the other method. */
    public CollectionAccount change(UUID id, long version, Description description) {
        return change(id, version, description, null);
    }

    /**
     * Replaces the fields of an account. Does nothing if all have the same value.
     *
     * @param version the version that the operator saw
     * @throws Problem.NotFound {@code COLLECTION_ACCOUNT_NOT_FOUND}
     * @throws Problem.Invalid when a field is invalid, or the currency differs: open payins rely on it
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since, {@code RESOURCE_EXISTS} when another
     *     collection account is the same bank account
     */
    CollectionAccount change(UUID id, @Nullable Long version, Description description, @Nullable StaffDecision by) {
        return recorded(id, description, session -> {
            var seen = found(session, id, false);
            if (!zones.of(seen).equals(zones.of(description.terms()))) {
                // Locks what imports lock, which may take long, so it comes before the account.
                rezoning.before(session, id);
            }
            var old = found(session, id, true);
            if (version == null || old.version() != version) {
                throw Problem.Conflict.changed("collection_account");
            }
            requireSameCurrency(old, description);
            if (checked(id, description, version, old.createdAt(), old.updatedAt())
                    .equals(old)) {
                return old;
            }
            var now = clock.instant();
            var changed = checked(id, description, version + 1, old.createdAt(), now);
            CollectionAccountStore.update(session, changed);
            audit(
                    session,
                    by,
                    old,
                    Act.change(null, null, "update", RESOURCE, id, ShownAccount.of(old), ShownAccount.of(changed)),
                    now);
            return changed;
        });
    }

    /** @throws Problem.Invalid when the currency differs: open payins rely on it */
    static void requireSameCurrency(CollectionAccount old, Description description) {
        if (!old.currency().equals(description.currency())) {
            throw new Problem.Invalid("currency", "unchangeable", "cannot change; add another account");
        }
    }

    /** Adds the accounts of the demo. Their numbers do not exist, so that a transfer to them fails. */
    public void addDemo(Session session) {
        add(
                session,
                Ids.next(),
                new Description("THB", "KBANK", "0000000001", "Tical Demo Collections", "0000000000001", 100),
                null);
        add(
                session,
                Ids.next(),
                new Description("USD", "DEMOBANK", "0000000002", "Tical Demo Collections", null, 100),
                null);
    }

    /** The stored form of the PromptPay id; null for none, or if it has an error. */
    private static @Nullable String promptpay(Description description, List<Problem.FieldError> errors) {
        var written = description.promptpayId();
        if (written == null || written.isBlank()) {
            return null;
        }
        if (!description.currency().equals("THB")) {
            errors.add(new Problem.FieldError("promptpay_id", "promptpay", "is allowed only for THB"));
            return null;
        }
        try {
            return PromptPayId.of(written).digits();
        } catch (IllegalArgumentException wrong) {
            errors.add(new Problem.FieldError("promptpay_id", "promptpay", "must " + wrong.getMessage()));
            return null;
        }
    }

    private CollectionAccount checked(
            UUID id, Description description, long version, Instant createdAt, Instant updatedAt) {
        var errors = new ArrayList<Problem.FieldError>();
        if (!currencies.isActive(description.currency())) {
            errors.add(new Problem.FieldError("currency", "inactive", "must be an active currency"));
        }
        var bank = BankCode.of(description.bankCode(), description.currency());
        if (bank.isEmpty()) {
            errors.add(new Problem.FieldError("bank_code", "unknown", "is not a bank of this currency"));
        }
        if (!description.accountNo().matches("[0-9]{6,20}")) {
            errors.add(new Problem.FieldError("account_no", "digits", "must have 6 to 20 digits"));
        }
        var holder = description.holderName().strip();
        if (holder.isEmpty() || Texts.length(holder) > HOLDER_LENGTH_MAX) {
            errors.add(new Problem.FieldError(
                    "holder_name", "length", "must have 1 to " + HOLDER_LENGTH_MAX + " characters"));
        }
        var promptpay = promptpay(description, errors);
        if (description.weight() < 0 || description.weight() > WEIGHT_MAX) {
            errors.add(new Problem.FieldError("weight", "range", "must be 0 to " + WEIGHT_MAX));
        }
        var terms = description.terms();
        if ((terms.statementHours() == null)
                != (terms.statements() == null || terms.statements() == AccountTerms.Statements.NONE)) {
            errors.add(new Problem.FieldError(
                    "statement_hours", "statements", "must be set for intraday and end_of_day, and only for these"));
        }
        Problem.Invalid.check(errors);
        return new CollectionAccount(
                id,
                description.currency(),
                bank.orElseThrow(),
                description.accountNo(),
                holder,
                promptpay,
                description.weight(),
                version,
                createdAt,
                updatedAt,
                terms);
    }
}
