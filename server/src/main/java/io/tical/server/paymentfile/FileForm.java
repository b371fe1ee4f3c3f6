package io.tical.server.paymentfile;

import io.tical.common.BankCode;
import io.tical.server.bankfile.PaymentFile;
import io.tical.server.bankfile.PaymentFileException;
import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.bankfile.PaymentOrder;
import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import io.tical.server.bankfile.PaymentOrders;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.TestAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a file but its payments.
 *
 * @param account that pays; of test payments one of the simulator
 * @param name of the file
 * @param scale decimal digits of the currency
 */
record FileForm(
        PaymentFormat format,
        Map<String, String> settings,
        CollectionAccount account,
        ZoneId zone,
        String name,
        int scale,
        LocalDate executionDay,
        Instant createdAt) {
    private static final int DIGITS = 5;
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}");
    private static final Pattern BIC = Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?");

    /** Of a file that is made now. */
    static FileForm of(
            boolean livemode,
            PayingAccount paying,
            CollectionAccount account,
            Currencies currencies,
            String name,
            LocalDate day,
            Instant now) {
        return of(livemode, paying.format(), paying.settings(), account, paying.zone(), currencies, name, day, now);
    }

    /** Of a file as it was made. */
    static FileForm of(OutgoingFile file, CollectionAccount account, Currencies currencies) {
        var terms = file.terms();
        return of(
                file.livemode(),
                terms.format(),
                terms.settings(),
                account,
                terms.zone(),
                currencies,
                terms.name(),
                terms.executionDay(),
                terms.createdAt());
    }

    private static FileForm of(
            boolean livemode,
            String format,
            Map<String, String> settings,
            CollectionAccount account,
            ZoneId zone,
            Currencies currencies,
            String name,
            LocalDate day,
            Instant createdAt) {
        var written = PaymentFormat.named(format).orElseThrow(() -> new IllegalStateException("no format " + format));
        var scale = currencies
                .find(account.currency())
                .orElseThrow(() -> new IllegalStateException("no currency " + account.currency()))
                .scale();
        return new FileForm(
                written, settings, livemode ? account : test(account, written), zone, name, scale, day, createdAt);
    }

    /** The account of the simulator that pays test payments; the files of some banks have digits only. */
    private static CollectionAccount test(CollectionAccount account, PaymentFormat format) {
        return format.bank() == null ? TestAccounts.of(account) : TestAccounts.ofDigits(account);
    }

    /** The day of the bank on which it is made. */
    LocalDate today() {
        return createdAt.atZone(zone).toLocalDate();
    }

    /** The file with these orders, as its format takes it. */
    PaymentFile.Written write(List<PaymentOrder> orders) throws PaymentFileException {
        return format.write(
                new PaymentOrders(
                        name,
                        name,
                        createdAt.atZone(zone).toOffsetDateTime(),
                        account.holderName(),
                        account(account.accountNo()),
                        bank(account.bankCode()),
                        account.currency(),
                        scale,
                        executionDay,
                        orders),
                settings);
    }

    /** The reference of a payment: the name of the file and five digits. */
    String reference(int number) {
        return name + String.format(Locale.ROOT, "%0" + DIGITS + "d", number);
    }

    /** The name of the file of which a payment has this reference; of another text, its beginning. */
    static String fileOf(String reference) {
        return reference.substring(0, Math.max(0, reference.length() - DIGITS));
    }

    PaymentOrder order(String reference, long amount, Payee payee) {
        return new PaymentOrder(
                reference,
                null,
                amount,
                payee.holderName(),
                account(payee.accountNo()),
                bank(payee.bankCode()),
                null,
                null);
    }

    /** The orders of these payments. */
    List<PaymentOrder> orders(Collection<OutgoingPayment> payments) {
        return payments.stream()
                .map(one -> order(one.reference(), one.amount(), one.payee()))
                .toList();
    }

    private static Account account(String number) {
        return new Account(number, IBAN.matcher(number).matches());
    }

    private @Nullable Bank bank(String code) {
        if (account.currency().equals("THB")) {
            return BankCode.number(code).map(number -> new Bank(null, number)).orElse(null);
        }
        return BIC.matcher(code).matches() ? new Bank(code, null) : new Bank(null, code);
    }
}
