package io.tical.server.customer;

import io.tical.common.BankCode;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.Page;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Registers and finds customers and their bank accounts, and requests their verification. */
public record Customers(
        Database database,
        IdempotencyRecords idempotency,
        Clock clock,
        Function<UUID, String> defaultCurrency,
        Currencies currencies) {
    /**
     * Registers an account of a new or existing customer. Test accounts are verified immediately. Finance verifies live
     * accounts.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     * @throws Problem.Invalid for an unknown bank code
     * @throws Problem.Refused {@code CUSTOMER_NOT_FOUND}
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if the merchant already has this account
     */
    public StoredAnswer register(
            UUID organizationId,
            boolean livemode,
            NewCustomer asked,
            Actor actor,
            IdempotentRequest<Customer> request) {
        var currency = asked.currency() == null ? defaultCurrency.apply(organizationId) : asked.currency();
        currencies.requireActive(currency);
        var bankCode = BankCode.of(asked.bankCode(), currency)
                .orElseThrow(
                        () -> new Problem.Invalid("bank_code", "unknown", "is not a known bank code for " + currency));
        var account = new TransactionKey(organizationId, livemode, Ids.next());
        return idempotency.run(request, session -> {
            var now = clock.instant();
            var customer = register(session, account, asked, currency, bankCode, now);
            AuditEntry.insertLater(session, actor, Registered.act(customer, organizationId), now);
            return customer;
        });
    }

    /** The values of a registered account in the audit log. */
    private record Registered(String holderName, String bankCode, String accountNo, String currency) {
        static AuditEntry.Act act(Customer account, UUID organizationId) {
            var registered =
                    new Registered(account.holderName(), account.bankCode(), account.accountNo(), account.currency());
            return new AuditEntry.Act(
                    organizationId,
                    account.livemode(),
                    "register",
                    ReviewedCustomers.RESOURCE,
                    account.id(),
                    null,
                    registered,
                    null);
        }
    }

    private static Customer register(
            Session session, TransactionKey key, NewCustomer asked, String currency, String bankCode, Instant now) {
        var owner = asked.customerId() == null
                ? newOwner(session, with(key, Ids.next()), asked, now)
                : CustomerStore.owner(session, with(key, asked.customerId()))
                        .orElseThrow(Destinations::unknownCustomer);
        var account = new CustomerStore.Account(
                key,
                owner.key().id(),
                bankCode,
                asked.accountNo(),
                asked.holderName(),
                currency,
                key.livemode() ? null : now,
                null,
                null,
                now,
                now,
                null);
        if (!CustomerStore.insertIfAbsent(session, account)) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "This bank account is already registered; find it with GET /v1/customers?q=");
        }
        return account.of(owner);
    }

    private static TransactionKey with(TransactionKey key, UUID id) {
        return new TransactionKey(key.organizationId(), key.livemode(), id);
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
