package io.tical.server.settlement;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.server.currency.Amounts;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Policy;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.treasury.OrganizationAccount;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Computes what a settlement to an account of the organization costs and delivers. */
record OrganizationSettlementRules(Currencies currencies, Rails rails) {
    /**
     * The terms of a settlement.
     *
     * @param rate null when the currencies are the same
     * @param targetAmount minor units of the target currency: the net amount, converted if the currencies differ
     */
    record Terms(
            CurrencyProfile source,
            CurrencyProfile target,
            long amount,
            long fee,
            long targetAmount,
            @Nullable BigDecimal rate) {
        long net() {
            return amount - fee;
        }
    }

    /**
     * The smallest and the largest amount.
     *
     * @param min 0, like {@code max}, if no amount can be settled
     */
    record Range(Terms min, Terms max) {}

    /**
     * The account, which must exist and be verified.
     *
     * @throws Problem.Refused {@code DESTINATION_NOT_FOUND} or {@code DESTINATION_UNVERIFIED}
     */
    static OrganizationAccount destination(@Nullable OrganizationAccount account) {
        if (account == null) {
            throw new Problem.Refused(
                    "DESTINATION_NOT_FOUND",
                    "Your organization has no such account; find its accounts with GET /v1/organizations/accounts");
        }
        if (account.verifiedAt() == null) {
            throw new Problem.Refused(
                    "DESTINATION_UNVERIFIED",
                    "Settlements go to verified accounts only. Settle when GET /v1/organizations/accounts shows is_verified for"
                            + " this account; if that takes long, ask the operator");
        }
        return account;
    }

    /** A conversion must be explicit: the request names the currency of the account. */
    static void requireNamed(OrganizationSettlementRequest request, OrganizationAccount account) {
        var named = request.targetCurrency();
        if (named == null && !account.currency().equals(request.asked().sourceCurrency())) {
            throw new Problem.Invalid(
                    "target_currency_code", "required", "is required, because the account is in " + account.currency());
        }
        if (named != null && !named.equals(account.currency())) {
            throw new Problem.Invalid(
                    "target_currency_code", "mismatch", "must be the currency of the account, " + account.currency());
        }
    }

    /**
     * The currency of a balance that is settled. It may be USDT, which is always converted, because no account is in it.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     */
    CurrencyProfile source(String code) {
        return currencies.requireHeld(code);
    }

    /**
     * The currency of an account that receives money.
     *
     * @throws Problem.BadRequest {@code CURRENCY_UNSUPPORTED}
     */
    CurrencyProfile target(String code) {
        return currencies.requireActive(code);
    }

    /** The refusal of a conversion without a rate. */
    Problem.Refused unavailable(CurrencyProfile source, CurrencyProfile target) {
        return new Problem.Refused(
                "CONVERSION_UNAVAILABLE",
                "The operator has configured no conversion from " + source.code() + " to " + target.code()
                        + (currencies.isActive(source.code())
                                ? "; settle to an account in " + source.code()
                                : "; ask the operator for one"));
    }

    /**
     * The terms of an amount.
     *
     * @param rate null for the same currency
     * @throws Problem.BadRequest {@code AMOUNT_INVALID} or {@code AMOUNT_NOT_DIVISIBLE}
     * @throws Problem.OutOfRange {@code INVALID_AMOUNT_RANGE}
     */
    Terms terms(
            Policy policy,
            boolean livemode,
            CurrencyProfile source,
            CurrencyProfile target,
            long amount,
            @Nullable BigDecimal rate) {
        Amounts.requireDivisible(source, amount);
        var terms = of(policy, livemode, source, target, amount, rate);
        if (!payable(terms)) {
            throw new Problem.BadRequest(
                    "AMOUNT_INVALID", "Nothing remains to be paid after the fee of " + terms.fee() + "; settle more");
        }
        var max = amountMax(livemode, source);
        if (amount > max || terms.targetAmount() == Money.AMOUNT_MAX) {
            throw new Problem.OutOfRange("INVALID_AMOUNT_RANGE", "The amount must be at most " + max);
        }
        return terms;
    }

    private static Terms of(
            Policy policy,
            boolean livemode,
            CurrencyProfile source,
            CurrencyProfile target,
            long amount,
            @Nullable BigDecimal rate) {
        var fee = SettlementCreationRules.fee(policy, livemode, source, amount);
        var net = Math.max(0, amount - fee);
        var arrives = rate == null ? net : Conversion.convert(net, rate, source, target);
        return new Terms(source, target, amount, fee, arrives, rate);
    }

    private static boolean payable(Terms terms) {
        return terms.net() > 0 && terms.targetAmount() > 0;
    }

    /** The largest amount that a rail can transfer. */
    private long amountMax(boolean livemode, CurrencyProfile currency) {
        return rails.settlementMax(livemode, currency) / currency.unitStep() * currency.unitStep();
    }

    /** The amounts that can be settled. The fee never grows faster than the amount, so they are all amounts from the smallest one. */
    Range range(
            Policy policy,
            boolean livemode,
            CurrencyProfile source,
            CurrencyProfile target,
            @Nullable BigDecimal rate) {
        var step = source.unitStep();
        var max = amountMax(livemode, source);
        var low = 1L;
        var high = max / step;
        if (!payable(of(policy, livemode, source, target, max, rate))) {
            var none = new Terms(source, target, 0, 0, 0, rate);
            return new Range(none, none);
        }
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (payable(of(policy, livemode, source, target, middle * step, rate))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return new Range(
                of(policy, livemode, source, target, low * step, rate),
                of(policy, livemode, source, target, max, rate));
    }
}
