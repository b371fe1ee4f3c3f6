package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.customer.Destination;
import io.tical.server.customer.Destinations;
import io.tical.server.merchant.Policies;
import io.tical.server.merchant.Policy;
import io.tical.server.payin.PayinStore.TakenReference;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.TransactionKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a group of new payins has to go by: the payers and accounts that there are, the references that are taken. */
final class PayinFacts {
    private final Map<TransactionKey, Destination> destinations;
    private final Set<TransactionKey> customers;
    private final List<CollectionAccount> pool;
    private final Policies.Known policies;
    private final Set<TakenReference> taken = new HashSet<>();

    private PayinFacts(
            Map<TransactionKey, Destination> destinations,
            Set<TransactionKey> customers,
            List<CollectionAccount> pool,
            Policies.Known policies) {
        this.policies = policies;
        this.destinations = destinations;
        this.customers = customers;
        this.pool = pool;
    }

    /** Reads all but the references, which may still be taken until the keys are locked. */
    static PayinFacts read(Session session, List<PayinRequest> requests, Policies policies) {
        return new PayinFacts(
                Destinations.find(session, each(requests, PayinFacts::destinationKey)),
                Destinations.existing(session, each(requests, PayinFacts::customerKey)),
                CollectionAccountStore.open(session, each(requests, PayinRequest::currency)),
                policies.of(session, each(requests, PayinRequest::organizationId)));
    }

    private static <T> Set<T> each(List<PayinRequest> requests, Function<PayinRequest, @Nullable T> key) {
        return requests.stream().map(key).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    void readReferences(Session session, List<PayinRequest> requests) {
        taken.addAll(PayinStore.taken(
                session, requests.stream().map(PayinFacts::reference).toList()));
    }

    private static @Nullable TransactionKey destinationKey(PayinRequest request) {
        var payer = request.payer();
        return payer == null
                ? null
                : new TransactionKey(request.organizationId(), request.livemode(), payer.accountId());
    }

    private static @Nullable TransactionKey customerKey(PayinRequest request) {
        var payer = request.payer();
        return payer == null
                ? null
                : new TransactionKey(request.organizationId(), request.livemode(), payer.customerId());
    }

    private static TakenReference reference(PayinRequest request) {
        return new TakenReference(request.organizationId(), request.livemode(), request.merchantRef());
    }

    List<CollectionAccount> accounts(String currency) {
        return pool.stream()
                .filter(account -> account.currency().equals(currency))
                .toList();
    }

    /** The rules that the merchant is under. */
    Policy policy(PayinRequest request) {
        return policies.of(request.organizationId());
    }

    /**
     * Who is expected to pay; null where the request names nobody.
     *
     * @throws Problem.Refused {@code CUSTOMER_NOT_FOUND} or {@code DESTINATION_NOT_FOUND}
     */
    Payin.@Nullable Payer payer(PayinRequest request) {
        var customer = customerKey(request);
        if (customer == null) {
            return null;
        }
        if (!customers.contains(customer)) {
            throw new Problem.Refused("CUSTOMER_NOT_FOUND", "There is no customer with this customer_id");
        }
        var account = destinations.get(destinationKey(request));
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

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when the reference is another payin's */
    void requireFree(PayinRequest request) {
        if (taken.contains(reference(request))) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "A payin with this reference exists; look it up instead of creating a new one");
        }
    }

    void take(PayinRequest request) {
        taken.add(reference(request));
    }
}
