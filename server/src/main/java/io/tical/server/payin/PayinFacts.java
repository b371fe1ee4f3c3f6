package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.customer.Destination;
import io.tical.server.customer.Destinations;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.Policies;
import io.tical.server.merchant.Policy;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.MerchantReference;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The data that the rules for a group of new payins read.
 *
 * @param destinations the payers' accounts that the requests name
 * @param customers the customers that the requests name
 * @param accounts the collection accounts in the currencies of the requests
 * @param taken the references already used
 */
record PayinFacts(
        Map<TransactionKey, Destination> destinations,
        Set<TransactionKey> customers,
        List<CollectionAccount> accounts,
        Policies.Snapshot policies,
        Set<MerchantReference> taken) {
    /** Reads everything but the references, which must be read after the idempotency keys are locked. */
    static PayinFacts read(Session session, List<PayinRequest> requests, Policies policies) {
        return new PayinFacts(
                Destinations.find(session, each(requests, PayinRequest::payerAccount)),
                Destinations.existing(session, each(requests, PayinRequest::payerCustomer)),
                CollectionAccounts.open(session, each(requests, PayinRequest::currency)),
                policies.of(session, each(requests, PayinRequest::organizationId)),
                new HashSet<>());
    }

    private static <T> Set<T> each(List<PayinRequest> requests, Function<PayinRequest, @Nullable T> key) {
        return requests.stream().map(key).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    void readReferences(Session session, List<PayinRequest> requests) {
        taken.addAll(PayinStore.taken(session, each(requests, PayinRequest::reference)));
    }

    List<CollectionAccount> accounts(String currency) {
        return accounts.stream()
                .filter(account -> account.currency().equals(currency))
                .toList();
    }

    Policy policy(PayinRequest request) {
        return policies.of(request.organizationId());
    }

    /**
     * The expected payer; null when the request names none.
     *
     * @throws Problem.Refused {@code CUSTOMER_NOT_FOUND} or {@code DESTINATION_NOT_FOUND}
     */
    Payin.@Nullable Payer payer(PayinRequest request) {
        var customer = request.payerCustomer();
        if (customer == null) {
            return null;
        }
        if (!customers.contains(customer)) {
            throw Destinations.unknownCustomer();
        }
        var account = destinations.get(request.payerAccount());
        if (account == null || !account.customerId().equals(customer.id())) {
            throw new Problem.Refused(
                    "DESTINATION_NOT_FOUND",
                    "This customer has no such account; register it with POST /v1/customers first");
        }
        return new Payin.Payer(
                account.accountId(),
                account.customerId(),
                account.customerName(),
                account.bankCode(),
                account.accountNo(),
                account.holderName());
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when another payin has the reference */
    void requireFree(PayinRequest request) {
        if (taken.contains(request.reference())) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "A payin with this reference exists; look it up instead of creating a new one");
        }
    }

    void take(PayinRequest request) {
        taken.add(request.reference());
    }
}
