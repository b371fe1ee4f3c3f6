package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Networks;
import io.tical.server.currency.Currencies;
import io.tical.server.limit.EffectiveLimits;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.Policy;
import io.tical.server.payin.PayinDraft.Candidate;
import io.tical.server.payin.PayinRequest.Intake;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules for a new payin, in order of precedence.
 *
 * @param expiry how long a payin is open
 */
record PayinCreationRules(Currencies currencies, Networks networks, Duration expiry) {
    /** @throws Problem when a rule refuses the request */
    PayinDraft draft(PayinRequest request, PayinFacts facts, Instant now) {
        var network = network(request);
        var currency = network == null ? currency(request) : currencies.usdt();
        var payer = facts.payer(request);
        facts.requireFree(request);
        var policy = facts.policy(request);
        // A matched payin is a bank transfer too.
        var matchable = request.intake() instanceof Intake.Matched
                && policy.takesPartInMatching()
                && refusal(request, Channel.BANK, policy, currency) == null;
        // An id of which no code can be made is no PromptPay id.
        var accounts = facts.accounts(currency.code()).stream()
                .filter(account -> account.takes(request.amount()))
                .map(account -> account.hasCode(currency, request.amount()) ? account : account.withoutPromptPay())
                .toList();
        var candidates = allowed(request, policy, currency, accounts, matchable).stream()
                .flatMap(channel -> candidates(request, channel, policy, currency, accounts))
                .toList();
        var fee = policy.fee(request.livemode(), currency.code(), FeeType.PAYIN).of(request.amount(), currency);
        return new PayinDraft(request, Ids.next(), currency, payer, fee, candidates, matchable, network, now, expiry);
    }

    /** The network of a deposit; otherwise null. */
    private @Nullable Network network(PayinRequest request) {
        if (!(request.intake() instanceof Intake.Crypto(var name))) {
            return null;
        }
        var network = networks.named(name);
        networks.requireOpen(network, request.livemode());
        return network;
    }

    private CurrencyProfile currency(PayinRequest request) {
        var code = request.currency();
        return currencies.requirePayable(code == null ? "" : code, request.amount());
    }

    /**
     * The channels that are enabled and by which the amount can be paid, in order of preference.
     *
     * @throws Problem.Refused {@code CHANNEL_DISABLED} when the request names a disabled channel; when no limit allows
     *     the amount, the refusal of the first channel
     */
    private List<Channel> allowed(
            PayinRequest request,
            Policy policy,
            CurrencyProfile currency,
            List<CollectionAccount> accounts,
            boolean matchable) {
        var allowed = new ArrayList<Channel>();
        Problem first = null;
        for (var channel : channels(request.intake(), policy)) {
            var refused = refusal(request, channel, policy, currency);
            if (refused == null || paidByCode(request, channel, policy, currency, accounts)) {
                allowed.add(channel);
            } else if (first == null) {
                first = refused;
            }
        }
        if (allowed.isEmpty() && first != null && !matchable) {
            throw first;
        }
        return allowed;
    }

    private List<Channel> channels(Intake intake, Policy policy) {
        return switch (intake) {
            case Intake.Pooled(var channel) -> {
                requireOpen(channel, policy);
                yield List.of(channel);
            }
            case Intake.Matched _ -> {
                var inOrder = switch (policy.matchFallback()) {
                    case BANK_THEN_QR -> List.of(Channel.BANK, Channel.QRCODE);
                    case QR_THEN_BANK -> List.of(Channel.QRCODE, Channel.BANK);
                    case OFF -> List.<Channel>of();
                };
                yield inOrder.stream()
                        .filter(channel -> policy.open(channel.method()))
                        .toList();
            }
            case Intake.Crypto(var name) -> {
                requireOpen(Channel.CRYPTO, policy);
                var network = networks.named(name);
                if (!policy.open(network)) {
                    throw new Problem.Refused(
                            "NETWORK_DISABLED",
                            "Deposits on " + network.name()
                                    + " are disabled for your organization; use another network");
                }
                yield List.of(Channel.CRYPTO);
            }
        };
    }

    private static void requireOpen(Channel channel, Policy policy) {
        if (!policy.open(channel.method())) {
            throw new Problem.Refused(
                    "CHANNEL_DISABLED",
                    "Payins by " + channel.word()
                            + " are disabled for your organization; use another channel, or ask the operator");
        }
    }

    private static @Nullable Problem refusal(
            PayinRequest request, Channel channel, Policy policy, CurrencyProfile currency) {
        var limits = EffectiveLimits.deposit(policy, request.livemode(), currency, channel.method());
        return limits.maintenance()
                ? new Problem.OutOfRange(
                        "INVALID_AMOUNT_RANGE",
                        "Payins in " + currency.code() + " by " + channel.word() + " are under maintenance; try later")
                : limits.refusal(request.amount());
    }

    /**
     * Whether a payin of the channel {@code bank}, whose limits refuse the amount, can be paid by QR code instead: for the guide's vocabulary
     * the service selects between both.
     */
    private static boolean paidByCode(
            PayinRequest request,
            Channel channel,
            Policy policy,
            CurrencyProfile currency,
            List<CollectionAccount> accounts) {
        return channel == Channel.BANK
                && request.dialect() == Dialect.GUIDE
                && request.intake() instanceof Intake.Pooled
                && takes(request, Channel.QRCODE, policy, currency)
                && accounts.stream().anyMatch(account -> account.promptpayId() != null);
    }

    /** Whether a channel is enabled and its limits allow the amount. */
    private static boolean takes(PayinRequest request, Channel channel, Policy policy, CurrencyProfile currency) {
        return policy.open(channel.method()) && refusal(request, channel, policy, currency) == null;
    }

    private static Stream<Candidate> candidates(
            PayinRequest request,
            Channel channel,
            Policy policy,
            CurrencyProfile currency,
            List<CollectionAccount> accounts) {
        if (channel == Channel.CRYPTO) {
            return Stream.empty();
        }
        // Only PromptPay QR codes contain the amount; in other currencies a QR payin shows the account.
        var needsCode = channel == Channel.QRCODE
                ? currency.code().equals("THB")
                : refusal(request, channel, policy, currency) != null;
        // An account is shown without its QR code if QR codes are disabled or their limits exclude the amount.
        var code = takes(request, Channel.QRCODE, policy, currency);
        var usable = accounts.stream()
                .filter(account -> !needsCode || account.promptpayId() != null)
                .toList();
        return CollectionAccounts.shuffled(usable).stream()
                .map(account -> code ? account : account.withoutPromptPay())
                .map(account -> new Candidate(channel, account));
    }

    /**
     * The refusal when no account can receive a payin.
     *
     * @param atShare whether this organization has its maximum share of the amount
     */
    static Problem unplaced(Intake intake, boolean atShare) {
        if (intake instanceof Intake.Matched) {
            return new Problem.Refused(
                    "P2P_LIQUIDITY_UNAVAILABLE",
                    "No payout matches, and no other channel can receive this payin now; try later or"
                            + " create a payin with another channel");
        }
        return new Problem.Refused(
                "CHANNEL_UNAVAILABLE",
                atShare
                        ? "Your payins have reserved your share of this amount on each account: a quarter, or more where few merchants"
                                + " use the account; use another amount, cancel open payins of this one, or wait: an expired payin holds its"
                                + " reservation for 24 hours"
                        : "No account can receive this amount in this currency now; try later or another amount");
    }
}
