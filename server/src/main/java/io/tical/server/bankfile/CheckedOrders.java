package io.tical.server.bankfile;

import io.tical.server.bankfile.Pain001.Profile;
import io.tical.server.bankfile.Pain001.Version;
import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import io.tical.server.bankfile.PaymentOrder.Proxy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Payments that can be written as pain.001, with their texts as they are written. */
record CheckedOrders(
        PaymentOrders source,
        String fileId,
        String paymentId,
        String debtor,
        long total,
        List<Order> orders,
        List<Replacement> replacements) {
    private static final long AMOUNT_MAX = 1_000_000_000_000_000_000L;
    private static final int PROXY_MAX = 320;
    private static final Pattern NUMBER = Pattern.compile("[A-Za-z0-9]{1,34}");
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}");
    private static final Pattern BIC = Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?");
    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9]{1,35}");

    /** A payment with its texts as they are written. */
    record Order(
            PaymentOrder source,
            String endToEndId,
            String creditor,
            @Nullable String text) {}

    /** @throws IllegalArgumentException if they cannot be written */
    static CheckedOrders of(PaymentOrders source, Profile profile) {
        var texts = new PaymentTexts(profile);
        check(!source.orders().isEmpty(), "there are no payments");
        check(source.currency().matches("[A-Z]{3}"), "the currency has not three letters");
        check(source.account());
        check(source.bank());
        var orders = new ArrayList<Order>();
        var ids = new HashSet<String>();
        var total = 0L;
        for (var order : source.orders()) {
            var number = orders.size() + 1;
            check(order, profile, number);
            total += order.amount();
            check(total < AMOUNT_MAX, "the sum is too large");
            var written = new Order(
                    order,
                    texts.reference(number, "EndToEndId", order.endToEndId()),
                    texts.name(number, "Cdtr/Nm", order.creditor()),
                    texts.text(number, "RmtInf/Ustrd", order.text()));
            check(ids.add(written.endToEndId()), "two payments have the end-to-end id " + written.endToEndId());
            orders.add(written);
        }
        return new CheckedOrders(
                source,
                texts.reference(0, "MsgId", source.fileId()),
                texts.reference(0, "PmtInfId", source.paymentId()),
                texts.name(0, "Dbtr/Nm", source.debtor()),
                total,
                List.copyOf(orders),
                texts.replacements());
    }

    private static void check(PaymentOrder order, Profile profile, int number) {
        var payment = " of payment " + number;
        check(order.amount() > 0 && order.amount() < AMOUNT_MAX, "the amount" + payment + " is out of range");
        check(order.account() != null || order.proxy() != null, "the account" + payment + " is missing");
        if (order.account() != null) {
            check(order.account());
        }
        check(order.bank());
        if (order.proxy() != null) {
            check(profile.version() != Version.V03, "version 03 has no proxy");
            check(isWritable(order.proxy()), "the proxy" + payment + " is not valid");
        }
    }

    private static void check(Account account) {
        check(
                (account.iban() ? IBAN : NUMBER).matcher(account.number()).matches(),
                "the account " + account.number() + " is not valid");
    }

    private static void check(@Nullable Bank bank) {
        if (bank != null) {
            check(bank.bic() == null || BIC.matcher(bank.bic()).matches(), "the BIC " + bank.bic() + " is not valid");
            check(
                    bank.code() == null || CODE.matcher(bank.code()).matches(),
                    "the code " + bank.code() + " is not valid");
        }
    }

    private static boolean isWritable(Proxy proxy) {
        var id = proxy.id();
        return !id.isBlank()
                && id.length() <= PROXY_MAX
                && id.chars().allMatch(character -> character > ' ' && character < 127);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** An amount with the decimals of the currency. */
    String decimal(long amount) {
        return BigDecimal.valueOf(amount, source.scale()).toPlainString();
    }
}
