package io.tical.server.paymentfile;

import io.tical.common.BankCode;
import io.tical.server.bankfile.PaymentFileException;
import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.bankfile.PaymentOrder;
import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import io.tical.server.bankfile.PaymentOrders;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import io.tical.server.rail.TransferOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Chooses the payments of a new file: those that its format can hold, up to the largest number. */
final class Gathering {
    /** More payments than a file may have. */
    static final String FULL = "full";

    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}");
    private static final Pattern BIC = Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?");

    private final Form form;
    private final int max;
    private final Map<String, TransferOrder> taken = new LinkedHashMap<>();
    private final Set<String> renamed = new HashSet<>();
    private final Set<String> same = new HashSet<>();
    private final Map<String, Amounts> leftOut = new TreeMap<>();

    /**
     * Everything of a file but its payments.
     *
     * @param name of the file
     * @param scale decimal digits of the currency
     */
    record Form(
            PaymentFormat format,
            Map<String, String> settings,
            CollectionAccount account,
            ZoneId zone,
            String name,
            int scale,
            LocalDate executionDay,
            Instant createdAt) {
        PaymentOrders of(List<PaymentOrder> orders) {
            return new PaymentOrders(
                    name,
                    name,
                    createdAt.atZone(zone).toOffsetDateTime(),
                    account.holderName(),
                    Gathering.account(account.accountNo()),
                    bank(account.bankCode(), account.currency()),
                    account.currency(),
                    scale,
                    executionDay,
                    orders);
        }
    }

    Gathering(Form form, int max) {
        this.form = form;
        this.max = max;
    }

    /** Decides whether an order comes into the file. */
    boolean take(TransferOrder order) {
        if (!order.currency().equals(form.account().currency())) {
            return false;
        }
        if (taken.size() >= max) {
            return leave(FULL, order);
        }
        var reference = reference(form.name(), taken.size() + 1);
        try {
            var payee = new Payee(order.bankCode(), order.accountNo(), order.holderName());
            var alone = form.of(List.of(payment(reference, order.amount(), payee, order.currency())));
            if (!form.format().write(alone, form.settings()).changed().isEmpty()) {
                renamed.add(reference);
            }
        } catch (PaymentFileException impossible) {
            return leave(impossible.fault().name().toLowerCase(Locale.ROOT), order);
        }
        if (form.format().distinct() && !same.add(order.accountNo() + "/" + order.amount())) {
            return leave("same_payment", order);
        }
        taken.put(reference, order);
        return true;
    }

    private boolean leave(String why, TransferOrder order) {
        leftOut.merge(why, new Amounts(1, order.amount()), Amounts::plus);
        return false;
    }

    /** The orders by their references, in the order of the file. */
    Map<String, TransferOrder> taken() {
        return taken;
    }

    /** Whether the format has the name of a payment in another form. */
    boolean renamed(String reference) {
        return renamed.contains(reference);
    }

    /** What waits and does not come into the file, by the reason. */
    Map<String, Amounts> leftOut() {
        return leftOut;
    }

    /** The reference of a payment: the name of the file and five digits. */
    static String reference(String file, int number) {
        return file + String.format(Locale.ROOT, "%05d", number);
    }

    static PaymentOrder payment(String reference, long amount, Payee payee, String currency) {
        return new PaymentOrder(
                reference,
                null,
                amount,
                payee.holderName(),
                account(payee.accountNo()),
                bank(payee.bankCode(), currency),
                null,
                null);
    }

    private static Account account(String number) {
        return new Account(number, IBAN.matcher(number).matches());
    }

    private static @Nullable Bank bank(String code, String currency) {
        if (currency.equals("THB")) {
            return BankCode.number(code).map(number -> new Bank(null, number)).orElse(null);
        }
        return BIC.matcher(code).matches() ? new Bank(code, null) : new Bank(null, code);
    }

    /** The orders of these payments. */
    static List<PaymentOrder> orders(Collection<OutgoingPayment> payments, String currency) {
        var orders = new ArrayList<PaymentOrder>(payments.size());
        payments.forEach(one -> orders.add(payment(one.reference(), one.amount(), one.payee(), currency)));
        return orders;
    }
}
