package io.tical.server.customer;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.problem.Problem;
import io.tical.server.rail.BankCode;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Registers and finds customers and their bank accounts, and requests their verification. */
public record Customers(
        Database database,
        IdempotencyRecords idempotency,
        Clock clock,
        Function<UUID, String> defaultCurrency,
        Predicate<String> currencyActive) {
    /**
     * A request to register a bank account.
     *
     * @param customerId the existing customer, whose details do not change; null creates a customer
     * @param name the customer's name; null uses the holder's name
     * @param accountNo 6 to 20 digits
     * @param currency ISO 4217; null uses the organization's default
     * @param metadata the merchant's own pairs, at most 20
     */
    record NewCustomer(
            @Nullable UUID customerId,
            @Nullable String name,
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String currency,
            @Nullable String email,
            @Nullable String phone,
            Map<String, String> metadata) {}

    /**
     * Registers an account of a new or existing customer. Test accounts are verified immediately. Finance verifies live
     * accounts.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     * @throws Problem.Invalid for an unknown bank code
     * @throws Problem.Refused {@code CUSTOMER_NOT_FOUND}
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if the merchant already has this account
     */
    StoredAnswer register(Caller caller, NewCustomer asked, IdempotentRequest<Customer> request) {
        var currency = asked.currency() == null ? defaultCurrency.apply(caller.organizationId()) : asked.currency();
        if (!currencyActive.test(currency)) {
            throw new Problem.BadRequest("CURRENCY_UNSUPPORTED", "This currency is not active; see /v1/currencies");
        }
        var bankCode = BankCode.of(asked.bankCode(), currency)
                .orElseThrow(
                        () -> new Problem.Invalid("bank_code", "unknown", "is not a known bank code for " + currency));
        return idempotency.run(request, session -> register(session, caller, asked, currency, bankCode));
    }

    private Customer register(Session session, Caller caller, NewCustomer asked, String currency, String bankCode) {
        var now = clock.instant();
        var owner = asked.customerId() == null
                ? newOwner(session, key(caller, Ids.next()), asked, now)
                : CustomerStore.owner(session, key(caller, asked.customerId()))
                        .orElseThrow(() -> new Problem.Refused("CUSTOMER_NOT_FOUND", "There is no such customer"));
        var account = new CustomerStore.Account(
                key(caller, Ids.next()),
                owner.key().id(),
                bankCode,
                asked.accountNo(),
                asked.holderName(),
                currency,
                caller.livemode() ? null : now,
                null,
                null,
                now,
                now,
                null);
        if (!CustomerStore.insertIfAbsent(session, account)) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "This bank account is registered already; find it with GET /v1/customers?q=");
        }
        return account.of(owner);
    }

    private static CustomerStore.Owner newOwner(Session session, TransactionKey key, NewCustomer asked, Instant now) {
        var name = asked.name();
        var owner = new CustomerStore.Owner(
                key,
                name == null ? asked.holderName() : name,
                asked.email(),
                asked.phone(),
                asked.metadata(),
                now,
                now);
        CustomerStore.insert(session, owner);
        return owner;
    }

    /** @throws Problem.NotFound {@code CUSTOMER_NOT_FOUND} */
    Customer find(TransactionKey account) {
        return database.run(session -> find(session, account));
    }

    private static Customer find(Session session, TransactionKey account) {
        return CustomerStore.find(session, account).orElseThrow(() -> Problem.NotFound.of("customer"));
    }

    private static TransactionKey key(Caller caller, UUID id) {
        return new TransactionKey(caller.organizationId(), caller.livemode(), id);
    }

    /**
     * A page of accounts, newest first.
     *
     * @param prefix matches the beginning of the holder's name, the account number or an id; empty matches all
     */
    public List<Customer> list(UUID organizationId, boolean livemode, Page page, String prefix) {
        return database.run(session -> CustomerStore.list(session, organizationId, livemode, page, prefix));
    }

    /** Requests verification by finance, also after a refusal. Does nothing if the account is verified or verification is pending. */
    StoredAnswer requestVerification(TransactionKey account, IdempotentRequest<Customer> request) {
        return idempotency.run(request, session -> {
            CustomerStore.lock(session, account)
                    .filter(found -> ReviewedCustomers.TABLE.allows(found.verification(), Trigger.REQUEST))
                    .ifPresent(found -> CustomerStore.update(session, found.on(Trigger.REQUEST, clock.instant())));
            return find(session, account);
        });
    }
}
