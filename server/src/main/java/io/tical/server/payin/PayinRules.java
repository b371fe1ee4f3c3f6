package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.server.crypto.Network;
import io.tical.server.crypto.Networks;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Operation;
import io.tical.server.merchant.Policy;
import io.tical.server.payin.PayinDraft.Basis;
import io.tical.server.payin.ReservationPlacement.Candidate;
import io.tical.server.payin.ReservationPlacement.Wish;
import io.tical.server.payout.Offer;
import io.tical.server.payout.Offers;
import io.tical.server.problem.Problem;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a new payin must meet, in the order in which it is answered. */
final class PayinRules {
    private final Currencies currencies;
    private final Networks networks;

    PayinRules(Currencies currencies, Networks networks) {
        this.currencies = currencies;
        this.networks = networks;
    }

    PayinDraft draft(PayinRequest request, PayinFacts facts) {
        try {
            return request.intake() instanceof Intake.Crypto crypto
                    ? depositable(request, crypto, facts)
                    : placeable(request, facts);
        } catch (Problem problem) {
            return new PayinDraft.Refused(problem);
        }
    }

    private PayinDraft.Placeable placeable(PayinRequest request, PayinFacts facts) {
        var currency = currency(request);
        var payer = facts.payer(request);
        facts.requireFree(request);
        var policy = facts.policy(request);
        // A matched payin is a bank transfer too.
        var matchable = request.intake() instanceof Intake.Matched
                && policy.matches()
                && Admission.refusal(request, Channel.BANK, policy, currency) == null;
        var channels = Admission.channels(request.intake(), policy);
        var candidates = Admission.allowed(request, channels, policy, currency, matchable).stream()
                .flatMap(channel -> candidates(channel, currency, policy, facts))
                .toList();
        var basis = basis(request, currency, payer, policy);
        var wish = new Wish(
                request.organizationId(), request.livemode(), basis.payinId(), currency, request.amount(), candidates);
        return new PayinDraft.Placeable(
                basis, wish, matchable ? match(wish, payer) : null, Admission.noPlace(request.intake()));
    }

    private static Basis basis(
            PayinRequest request, CurrencyProfile currency, Payin.@Nullable Payer payer, Policy policy) {
        var fee =
                policy.fee(request.livemode(), currency.code(), Operation.PAYIN).of(request.amount());
        return new Basis(Ids.next(), currency, payer, fee);
    }

    private static Offers.Wish match(Wish wish, Payin.@Nullable Payer payer) {
        return new Offers.Wish(
                wish.payinId(),
                wish.livemode(),
                wish.currency().code(),
                wish.amount(),
                payer == null ? null : new Offer.Payer(payer.bankCode(), payer.accountNo()));
    }

    private static Stream<Candidate> candidates(
            Channel channel, CurrencyProfile currency, Policy policy, PayinFacts facts) {
        // Only PromptPay has a QR code that carries the amount; elsewhere a QR payin shows the account.
        var accounts = facts.accounts(currency.code()).stream()
                .filter(account -> channel != Channel.QRCODE
                        || account.promptpayId() != null
                        || !currency.code().equals("THB"))
                .toList();
        // Where QR codes are switched off, an account is shown without its own.
        return Weights.shuffled(accounts).stream()
                .map(account -> policy.open(Channel.QRCODE.method()) ? account : account.withoutPromptPay())
                .map(account -> new Candidate(channel, account));
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

    private PayinDraft.Depositable depositable(PayinRequest request, Intake.Crypto intake, PayinFacts facts) {
        var network = networks.named(intake.network());
        networks.requireOpen(network, request.livemode());
        var payer = facts.payer(request);
        facts.requireFree(request);
        var policy = facts.policy(request);
        Admission.requireOpen(Channel.CRYPTO, policy);
        requireOpen(network, policy);
        var refused = Admission.refusal(request, Channel.CRYPTO, policy, currencies.usdt());
        if (refused != null) {
            throw refused;
        }
        return new PayinDraft.Depositable(basis(request, currencies.usdt(), payer, policy), network);
    }

    private static void requireOpen(Network network, Policy policy) {
        if (!policy.open(network)) {
            throw new Problem.Refused(
                    "NETWORK_DISABLED",
                    "Deposits on " + network.name() + " are switched off for you; name another network");
        }
    }
}
