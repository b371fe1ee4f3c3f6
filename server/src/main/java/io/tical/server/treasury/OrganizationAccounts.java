package io.tical.server.treasury;

import static io.tical.server.treasury.OrganizationAccount.RESOURCE;

import io.tical.common.BankCode;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.Organizations;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Page;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Adds, changes and removes bank accounts of organizations. */
public record OrganizationAccounts(
        Database database,
        IdempotencyRecords idempotency,
        Clock clock,
        Function<UUID, String> defaultCurrency,
        Currencies currencies,
        Uses uses) {
    /** Whether accounts are in use. */
    @FunctionalInterface
    public interface Uses {
        /** Whether a settlement to this account, which the transaction has locked, is open. */
        boolean open(Session session, TransactionKey account);
    }

    /**
     * An account to add.
     *
     * @param accountNo 6 to 20 digits
     * @param currency ISO 4217; null uses the organization's default
     * @param isDefault null makes it the default if its currency has none
     */
    record NewAccount(
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String currency,
            @Nullable String label,
            @Nullable Boolean isDefault) {}

    /**
     * The changes of an account.
     *
     * @param label null keeps it; empty removes it
     * @param isDefault null keeps it
     */
    record Change(@Nullable String label, @Nullable Boolean isDefault) {}

    /**
     * Adds an account. Test accounts are verified immediately, live ones by finance.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     * @throws Problem.Invalid for an unknown bank code
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if the organization already has this account
     */
    StoredAnswer add(Caller caller, NewAccount asked, IdempotentRequest<OrganizationAccount> request) {
        var currency = asked.currency() == null ? defaultCurrency.apply(caller.organizationId()) : asked.currency();
        currencies.requireActive(currency);
        var bankCode = BankCode.of(asked.bankCode(), currency)
                .orElseThrow(
                        () -> new Problem.Invalid("bank_code", "unknown", "is not a known bank code for " + currency));
        return idempotency.run(request, session -> {
            var now = clock.instant();
            var organizationId = caller.organizationId();
            // Each currency has one default.
            Organizations.lock(session, List.of(organizationId));
            var old = OrganizationAccountStore.lockDefault(session, organizationId, caller.livemode(), currency);
            var account = new OrganizationAccount(
                    new TransactionKey(organizationId, caller.livemode(), Ids.next()),
                    bankCode,
                    asked.accountNo(),
                    asked.holderName(),
                    currency,
                    asked.label(),
                    asked.isDefault() == null ? old.isEmpty() : asked.isDefault(),
                    caller.livemode() ? null : now,
                    null,
                    null,
                    now,
                    now);
            if (account.isDefault()) {
                old.ifPresent(one -> OrganizationAccountStore.update(session, one.preferred(false, now)));
            }
            if (!OrganizationAccountStore.insertIfAbsent(session, account)) {
                throw new Problem.Conflict(
                        "RESOURCE_EXISTS",
                        "Your organization already has this bank account; find it with GET /v1/organizations/accounts");
            }
            return account;
        });
    }

    /**
     * Changes the label of an account, or makes it the default of its currency instead of the present one.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_ACCOUNT_NOT_FOUND}
     */
    StoredAnswer change(TransactionKey key, Change change, IdempotentRequest<OrganizationAccount> request) {
        return idempotency.run(request, session -> {
            var now = clock.instant();
            Organizations.lock(session, List.of(key.organizationId()));
            var old = locked(session, key);
            var changed = old;
            var label = change.label();
            if (label != null) {
                changed = changed.labelled(label.isEmpty() ? null : label, now);
            }
            var preferred = change.isDefault();
            if (preferred != null) {
                changed = changed.preferred(preferred, now);
            }
            if (changed.isDefault() && !old.isDefault()) {
                OrganizationAccountStore.lockDefault(session, key.organizationId(), key.livemode(), old.currency())
                        .ifPresent(other -> OrganizationAccountStore.update(session, other.preferred(false, now)));
            }
            OrganizationAccountStore.update(session, changed);
            return changed;
        });
    }

    /**
     * Removes an account. It stays in the database as archived, and the merchant can add it again.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_ACCOUNT_NOT_FOUND}
     * @throws Problem.Conflict {@code ORGANIZATION_ACCOUNT_IN_USE} while a settlement to it is open
     */
    StoredAnswer remove(TransactionKey key, IdempotentRequest<OrganizationAccount> request) {
        return idempotency.run(request, session -> {
            var account = locked(session, key);
            if (uses.open(session, key)) {
                throw new Problem.Conflict(
                        "ORGANIZATION_ACCOUNT_IN_USE",
                        "A settlement to this account is not final yet; remove the account after it is final");
            }
            var archived = account.archived(clock.instant());
            OrganizationAccountStore.update(session, archived);
            return archived;
        });
    }

    /** An account of a merchant; empty if it does not exist or was removed. */
    public static Optional<OrganizationAccount> find(Session session, TransactionKey key) {
        return OrganizationAccountStore.find(session, key);
    }

    /** The existing accounts of these keys. Locks them against changes and removal until the transaction ends. */
    public static Map<TransactionKey, OrganizationAccount> lock(Session session, Set<TransactionKey> keys) {
        return OrganizationAccountStore.share(session, keys).stream()
                .collect(Collectors.toMap(OrganizationAccount::key, Function.identity()));
    }

    private static OrganizationAccount locked(Session session, TransactionKey key) {
        return OrganizationAccountStore.lock(session, key).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /** A page of an organization's accounts, newest first. */
    List<OrganizationAccount> list(UUID organizationId, boolean livemode, Page page) {
        return database.run(session -> OrganizationAccountStore.list(session, organizationId, livemode, page));
    }
}
