package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.crypto.DepositAddresses;
import io.tical.server.crypto.DepositAddresses.Use;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.CustomerKey;
import io.tical.server.customer.Destination;
import io.tical.server.customer.DestinationKey;
import io.tical.server.customer.Destinations;
import io.tical.server.http.Once;
import io.tical.server.http.Problem;
import io.tical.server.ledger.Books;
import io.tical.server.ledger.LaneOperation;
import io.tical.server.ledger.WalletKey;
import io.tical.server.merchant.Operation;
import io.tical.server.merchant.Policies;
import io.tical.server.merchant.Policy;
import io.tical.server.payin.PayinStore.TakenReference;
import io.tical.server.payin.Placing.Candidate;
import io.tical.server.payin.Placing.Place;
import io.tical.server.payin.Placing.Wish;
import io.tical.server.payout.Offer;
import io.tical.server.payout.Offers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates payins: the rules in their order, then a place where the payer pays. No money moves, but creations go through the
 * lanes like money does: a group costs one commit. A v1 payin is open at once; one of the guide's vocabulary is opened by
 * background work, from when its time counts.
 */
final class PayinCreation implements LaneOperation<PayinRequest, Payin> {
    private static final int TOKEN_BYTES = 24; // 32 characters

    private final Policies policies;
    private final Currencies currencies;
    private final DepositCreation deposits;
    private final Offers offers;
    private final Duration expiry;
    private final SecureRandom random = new SecureRandom();

    /** @param expiry how long a payin is open */
    PayinCreation(Policies policies, Currencies currencies, DepositCreation deposits, Offers offers, Duration expiry) {
        this.offers = offers;
        this.policies = policies;
        this.currencies = currencies;
        this.deposits = deposits;
        this.expiry = expiry;
    }

    /** It claims payouts, which their own operation changes. */
    @Override
    public boolean apart() {
        return true;
    }

    @Override
    public Group<PayinRequest, Payin> begin(Session session, List<PayinRequest> requests) {
        var destinations = Destinations.find(
                session,
                requests.stream()
                        .map(PayinCreation::destinationKey)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
        var customers = Destinations.existing(
                session,
                requests.stream()
                        .map(PayinCreation::customerKey)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
        var pool = CollectionAccountStore.open(
                session,
                requests.stream()
                        .map(PayinRequest::currency)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()));
        return new Creations(requests, destinations, customers, pool);
    }

    private static @Nullable DestinationKey destinationKey(PayinRequest request) {
        var payer = request.payer();
        return payer == null
                ? null
                : new DestinationKey(request.organizationId(), request.livemode(), payer.accountId());
    }

    private static @Nullable CustomerKey customerKey(PayinRequest request) {
        var payer = request.payer();
        return payer == null ? null : new CustomerKey(request.organizationId(), request.livemode(), payer.customerId());
    }

    private static TakenReference reference(PayinRequest request) {
        return new TakenReference(request.organizationId(), request.livemode(), request.merchantRef());
    }

    /** What a request comes to before its place is known. */
    private sealed interface Draft {
        /**
         * One that is paid into an account.
         *
         * @param match the payout that it would rather pay, or null
         * @param none what is answered when no place is free
         */
        record Placeable(Wish wish, Offers.@Nullable Wish match, Payin.@Nullable Payer payer, long fee, Problem none)
                implements Draft {}

        record Depositable(DepositCreation.Draft deposit) implements Draft {}

        record Refused(Problem problem) implements Draft {}
    }

    private final class Creations implements Group<PayinRequest, Payin> {
        private final List<PayinRequest> requests;
        private final Map<DestinationKey, Destination> destinations;
        private final Set<CustomerKey> customers;
        private final List<CollectionAccount> pool;
        private final Set<TakenReference> taken = new HashSet<>();
        /** By the request itself: two that say the same are two. */
        private final Map<PayinRequest, Draft> drafts = new IdentityHashMap<>();

        private final Map<UUID, Place> places = new HashMap<>();
        /** By payin, the offers that may be taken. */
        private final Map<UUID, Offers.Claim> claims = new HashMap<>();

        private final List<Payin> created = new ArrayList<>();
        private @Nullable DepositAddresses addresses;

        Creations(
                List<PayinRequest> requests,
                Map<DestinationKey, Destination> destinations,
                Set<CustomerKey> customers,
                List<CollectionAccount> pool) {
            this.requests = requests;
            this.destinations = destinations;
            this.customers = customers;
            this.pool = pool;
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return Collections.emptySortedSet();
        }

        /** A place must be known before anything is answered, so the rules are applied here already. */
        @Override
        public void lock(Session session) {
            taken.addAll(PayinStore.taken(
                    session, requests.stream().map(PayinCreation::reference).toList()));
            var wishes = new ArrayList<Wish>();
            var matches = new ArrayList<Offers.Wish>();
            var uses = new HashSet<Use>();
            for (var request : requests) {
                var draft = draft(request);
                drafts.put(request, draft);
                switch (draft) {
                    case Draft.Placeable placeable -> {
                        wishes.add(placeable.wish());
                        if (placeable.match() != null) {
                            matches.add(placeable.match());
                        }
                    }
                    case Draft.Depositable(var deposit) -> uses.add(new Use(deposit.network(), request.livemode()));
                    case Draft.Refused refused -> {}
                }
            }
            claims.putAll(offers.find(session, matches));
            wishes.removeIf(wish -> claims.containsKey(wish.payinId()));
            places.putAll(new Placing(session).place(wishes));
            addresses = uses.isEmpty() ? null : deposits.deposits().addresses(session, uses);
        }

        private Draft draft(PayinRequest request) {
            try {
                return request.intake() instanceof Intake.Crypto crypto
                        ? depositable(request, crypto)
                        : placeable(request);
            } catch (Problem problem) {
                return new Draft.Refused(problem);
            }
        }

        private Draft.Placeable placeable(PayinRequest request) {
            var currency = currency(request);
            var payer = payer(request);
            requireFree(request);
            var policy = policies.of(request.organizationId());
            // A matched payin is a bank transfer too.
            var matchable = request.intake() instanceof Intake.Matched
                    && policy.matches()
                    && Admission.refusal(request, Channel.BANK, policy, currency) == null;
            var channels = Admission.channels(request.intake(), policy);
            var allowed = Admission.allowed(request, channels, policy, currency, matchable);
            var candidates = allowed.stream()
                    .flatMap(channel -> candidates(channel, currency, policy))
                    .toList();
            var fee = policy.fee(request.livemode(), currency.code(), Operation.PAYIN)
                    .of(request.amount());
            var wish = new Wish(
                    request.organizationId(), request.livemode(), Ids.next(), currency, request.amount(), candidates);
            var match = matchable ? match(wish, payer) : null;
            return new Draft.Placeable(wish, match, payer, fee, Admission.noPlace(request.intake()));
        }

        private static Offers.Wish match(Wish wish, Payin.@Nullable Payer payer) {
            return new Offers.Wish(
                    wish.payinId(),
                    wish.livemode(),
                    wish.currency().code(),
                    wish.amount(),
                    payer == null ? null : new Offer.Payer(payer.bankCode(), payer.accountNo()));
        }

        private Draft.Depositable depositable(PayinRequest request, Intake.Crypto intake) {
            var network = deposits.network(request, intake);
            var payer = payer(request);
            requireFree(request);
            var policy = policies.of(request.organizationId());
            Admission.requireOpen(Channel.CRYPTO, policy);
            if (!policy.open(network)) {
                throw new Problem.Refused(
                        "NETWORK_DISABLED",
                        "Deposits on " + network.name() + " are switched off for you; name another network");
            }
            var refused = Admission.refusal(request, Channel.CRYPTO, policy, deposits.currency());
            if (refused != null) {
                throw refused;
            }
            return new Draft.Depositable(deposits.draft(request, network, payer, policy));
        }

        private Payin.@Nullable Payer payer(PayinRequest request) {
            var customer = customerKey(request);
            if (customer == null) {
                return null;
            }
            if (!customers.contains(customer)) {
                throw new Problem.Refused("CUSTOMER_NOT_FOUND", "There is no customer with this customer_id");
            }
            var account = destinations.get(destinationKey(request));
            if (account == null || !account.customerId().equals(customer.customerId())) {
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

        private void requireFree(PayinRequest request) {
            if (taken.contains(reference(request))) {
                throw new Problem.Conflict(
                        "RESOURCE_EXISTS",
                        "A payin with this reference exists; look it up instead of creating a new one");
            }
        }

        private Stream<Candidate> candidates(Channel channel, CurrencyProfile currency, Policy policy) {
            // Only PromptPay has a QR code that carries the amount; elsewhere a QR payin shows the account.
            var accounts = pool.stream()
                    .filter(account -> account.currency().equals(currency.code()))
                    .filter(account -> channel != Channel.QRCODE
                            || account.promptpayId() != null
                            || !currency.code().equals("THB"))
                    .toList();
            // Where QR codes are switched off, an account is shown without its own.
            return Weights.shuffled(accounts).stream()
                    .map(account -> policy.open(Channel.QRCODE.method()) ? account : account.withoutPromptPay())
                    .map(account -> new Candidate(channel, account));
        }

        @Override
        public Payin decide(PayinRequest request, Books books) {
            return switch (Objects.requireNonNull(drafts.get(request))) {
                case Draft.Refused refused -> throw refused.problem();
                case Draft.Depositable(var deposit) -> {
                    requireFree(request);
                    yield made(deposits.payin(request, deposit, Objects.requireNonNull(addresses), payToken()));
                }
                case Draft.Placeable draft -> {
                    requireFree(request);
                    var claim = claims.get(draft.wish().payinId());
                    if (claim != null) {
                        yield made(matched(request, draft, claim));
                    }
                    var place = places.get(draft.wish().payinId());
                    if (place == null) {
                        throw draft.none();
                    }
                    yield made(payin(request, draft, place));
                }
            };
        }

        private Payin made(Payin payin) {
            var terms = payin.terms();
            taken.add(new TakenReference(terms.organizationId(), terms.livemode(), terms.merchantRef()));
            created.add(payin);
            return payin;
        }

        @Override
        public void write(Session session) {
            created.forEach(payin -> places.remove(payin.id()));
            // Replays, and references that were given twice in this group, need no place after all.
            SlotStore.free(
                    session,
                    places.entrySet().stream()
                            .filter(entry -> entry.getValue().slot() != null)
                            .map(entry -> new SlotStore.Held(
                                    Objects.requireNonNull(entry.getValue().slot()), entry.getKey()))
                            .toList());
            if (!created.isEmpty() && !PayinStore.insert(session, created)) {
                throw new Once.TwinCommitted();
            }
            if (addresses != null) {
                addresses.write();
            }
            takeOffers(session);
        }

        /** What was found for a replay, say, is left to others. */
        private void takeOffers(Session session) {
            var taken = new ArrayList<Offers.Claim>();
            var made = new ArrayList<Match>();
            for (var payin : created) {
                var claim = claims.get(payin.id());
                if (claim != null) {
                    taken.add(claim);
                    made.add(Match.open(PayinStore.target(payin), claim, payin.createdAt()));
                }
            }
            offers.take(session, taken, Instant.ofEpochMilli(System.currentTimeMillis()));
            MatchStore.insert(session, made);
        }
    }

    private CurrencyProfile currency(PayinRequest request) {
        var code = request.currency();
        var currency = currencies
                .find(code == null ? "" : code)
                .filter(profile -> currencies.isActive(profile.code()))
                .orElseThrow(() -> new Problem.BadRequest("CURRENCY_UNSUPPORTED", code + " is not an active currency"));
        if (!currency.divides(request.amount())) {
            throw new Problem.BadRequest(
                    "AMOUNT_NOT_DIVISIBLE",
                    "The amount must be a multiple of " + currency.unitStep() + " in " + currency.code());
        }
        return currency;
    }

    private Payin payin(PayinRequest request, Draft.Placeable draft, Place place) {
        var account = place.candidate().account();
        var receiving = new Payin.Receiving(
                receivingType(request, place.candidate()),
                account.bankCode(),
                account.accountNo(),
                account.holderName());
        return payin(
                request,
                draft,
                place.candidate().channel(),
                place.transferAmount(),
                account.id(),
                account.promptpayId(),
                receiving);
    }

    /** The payee is to have just the payout's amount, so nothing is added that would tell this payment from others. */
    private Payin matched(PayinRequest request, Draft.Placeable draft, Offers.Claim claim) {
        var payee = claim.offer();
        var receiving = new Payin.Receiving(ReceivingType.P2P, payee.bankCode(), payee.accountNo(), payee.holderName());
        return payin(request, draft, Channel.BANK, request.amount(), null, null, receiving);
    }

    private Payin payin(
            PayinRequest request,
            Draft.Placeable draft,
            Channel channel,
            long transferAmount,
            @Nullable UUID collectionAccountId,
            @Nullable String promptpayId,
            Payin.Receiving receiving) {
        var id = draft.wish().payinId();
        // The time of its creation is the one in its id; nothing of it may seem older.
        var now = Ids.madeAt(id);
        var terms = new Payin.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                draft.wish().currency().code(),
                request.amount(),
                transferAmount,
                draft.fee(),
                channel,
                request.provider(),
                collectionAccountId,
                promptpayId,
                payToken(),
                request.theme(),
                request.redirectUrl(),
                request.notes(),
                draft.payer(),
                request.requestId());
        var expiresAt = now.plus(expiry);
        var due = switch (request.dialect()) {
            case V1 -> expiresAt;
            case GUIDE -> now;
        };
        var progress = new Payin.Progress(
                PayinStatus.PENDING, receiving, Payin.Settled.NOTHING, null, 1, due, expiresAt, now, null);
        return new Payin(id, terms, progress);
    }

    /** A guide's bank payin lets the service choose (spec, Payin create body), and an account with PromptPay means a QR. */
    private static ReceivingType receivingType(PayinRequest request, Candidate candidate) {
        var chosen =
                request.dialect() == Payin.Dialect.GUIDE && candidate.account().promptpayId() != null;
        return candidate.channel() == Channel.QRCODE || chosen ? ReceivingType.QRCODE : ReceivingType.BANK_TRANSFER;
    }

    private String payToken() {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
