package io.tical.server.bankfile;

import io.tical.common.BankCode;
import io.tical.server.bankfile.PaymentFileException.Fault;
import io.tical.server.bankfile.PaymentLayout.Field;
import io.tical.server.bankfile.PaymentLayout.Payees;
import io.tical.server.bankfile.PaymentLayout.RecordOf;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes payments in the layout of a bank. */
public final class PaymentFile {
    private static final Pattern VALUE = Pattern.compile("\\{([a-z_0-9]+)(?::([^}\\[]+))?(?:\\[([0-9]+)-([0-9]+)])?}");
    private static final char REPLACEMENT = '?';

    private final PaymentLayout layout;
    private final PaymentOrders orders;
    private final Map<String, String> settings;
    private final Map<String, String> latinNames;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Set<String> changed = new LinkedHashSet<>();
    private int records;

    /**
     * @param bytes of the file
     * @param changed the end-to-end ids of payments with a name that was cut or has characters that were replaced
     */
    public record Written(byte[] bytes, Set<String> changed) {}

    /** @param number from 1 */
    private record Payment(PaymentOrder order, int number, String account, String bank) {}

    private PaymentFile(
            PaymentLayout layout, PaymentOrders orders, Map<String, String> settings, Map<String, String> latinNames) {
        this.layout = layout;
        this.orders = orders;
        this.settings = settings;
        this.latinNames = latinNames;
    }

    /**
     * Writes a file.
     *
     * @param settings of the operator for this layout, by name
     * @param latinNames of payees in Latin letters, by end-to-end id, where they are known
     * @throws PaymentFileException if the layout cannot hold a payment
     */
    public static Written write(
            PaymentLayout layout, PaymentOrders orders, Map<String, String> settings, Map<String, String> latinNames)
            throws PaymentFileException {
        var all = new HashMap<>(layout.settings());
        all.putAll(settings);
        return new PaymentFile(layout, orders, all, latinNames).write();
    }

    private Written write() throws PaymentFileException {
        if (orders.orders().isEmpty()) {
            throw new PaymentFileException(Fault.NO_PAYMENTS, null);
        }
        if (!orders.currency().equals("THB")) {
            throw new PaymentFileException(Fault.CURRENCY, null, orders.currency());
        }
        for (var setting : layout.settings().keySet()) {
            if (settings.getOrDefault(setting, "").isBlank()) {
                throw new PaymentFileException(Fault.SETTING_MISSING, null, setting);
            }
        }
        records(layout.head(), null);
        var seen = new HashSet<String>();
        var number = 0;
        for (var order : orders.orders()) {
            var payment = payment(order, ++number);
            if (!layout.references() && !seen.add(payment.account() + "/" + order.amount())) {
                throw new PaymentFileException(Fault.SAME_PAYMENT, order.endToEndId());
            }
            records(layout.payment(), payment);
        }
        records(layout.foot(), null);
        return new Written(bytes.toByteArray(), changed);
    }

    private Payment payment(PaymentOrder order, int number) throws PaymentFileException {
        var account = order.account();
        var bank = order.bank() == null ? null : order.bank().code();
        if (account == null || account.iban() || bank == null) {
            throw new PaymentFileException(Fault.ACCOUNT_MISSING, order.endToEndId());
        }
        if (bank.equals(layout.bank()) != (layout.payees() == Payees.SAME_BANK)) {
            var payees = (layout.payees() == Payees.SAME_BANK ? "bank " : "other banks than ") + layout.bank();
            throw new PaymentFileException(Fault.BANK_OF_PAYEE, order.endToEndId(), payees, bank);
        }
        return new Payment(order, number, account.number(), bank);
    }

    private void records(List<RecordOf> kinds, @Nullable Payment payment) throws PaymentFileException {
        for (var kind : kinds) {
            records++;
            var line = layout.separated() ? separated(kind, payment) : fixed(kind, payment);
            for (int at = 0; at < line.length(); at++) {
                bytes.write(SingleBytes.WINDOWS_874.byteOf(line.charAt(at)).orElseThrow());
            }
            for (int at = 0; at < layout.lineEnd().length(); at++) {
                bytes.write(layout.lineEnd().charAt(at));
            }
        }
    }

    private String fixed(RecordOf kind, @Nullable Payment payment) throws PaymentFileException {
        var line = new StringBuilder(" ".repeat(kind.length()));
        for (var field : kind.fields()) {
            var text = text(field, payment);
            var fill = (field.zeros() ? "0" : " ").repeat(field.length() - text.length());
            line.replace(field.at() - 1, field.at() - 1 + field.length(), field.zeros() ? fill + text : text + fill);
        }
        return line.toString();
    }

    private String separated(RecordOf kind, @Nullable Payment payment) throws PaymentFileException {
        var values = new String[kind.length()];
        Arrays.fill(values, "");
        for (var field : kind.fields()) {
            var text = text(field, payment);
            values[field.at() - 1] = field.zeros() ? "0".repeat(field.length() - text.length()) + text : text;
        }
        return String.join(Objects.requireNonNull(layout.separator()), values);
    }

    private String text(Field field, @Nullable Payment payment) throws PaymentFileException {
        var values = VALUE.matcher(field.text());
        var text = new StringBuilder();
        while (values.find()) {
            var value = value(values.group(1), values.group(2), payment);
            var to = values.group(4) == null
                    ? value.length()
                    : Math.min(value.length(), Integer.parseInt(values.group(4)));
            var from = values.group(3) == null ? 0 : Math.min(to, Integer.parseInt(values.group(3)) - 1);
            values.appendReplacement(text, Matcher.quoteReplacement(value.substring(from, to)));
        }
        values.appendTail(text);
        return held(field, text.toString(), payment);
    }

    private static @Nullable String id(@Nullable Payment payment) {
        return payment == null ? null : payment.order().endToEndId();
    }

    /** The text as the file can hold it. */
    private String held(Field field, String text, @Nullable Payment payment) throws PaymentFileException {
        var held = new StringBuilder();
        var replaced = false;
        for (int at = 0; at < text.length(); at++) {
            var c = text.charAt(at);
            var separates = c < ' '
                    || c == 0x7F
                    || c == '~'
                    || (layout.separated() && text.startsWith(Objects.requireNonNull(layout.separator()), at));
            var known = !separates && SingleBytes.WINDOWS_874.byteOf(c).isPresent();
            held.append(known ? c : separates ? ' ' : REPLACEMENT);
            replaced |= !known;
        }
        var tooLong = field.length() > 0 && held.length() > field.length();
        if (!field.cut() && replaced) {
            throw new PaymentFileException(Fault.CHARACTERS, id(payment), text);
        }
        if (!field.cut() && tooLong) {
            throw new PaymentFileException(Fault.TOO_LONG, id(payment), text, Integer.toString(field.length()));
        }
        if (payment != null && (replaced || tooLong)) {
            changed.add(payment.order().endToEndId());
        }
        return tooLong ? held.substring(0, field.length()) : held.toString();
    }

    private String value(String name, @Nullable String form, @Nullable Payment payment) throws PaymentFileException {
        return switch (name) {
            case "count" -> Integer.toString(orders.orders().size());
            case "total" ->
                amount(
                        orders.orders().stream()
                                .map(order -> BigDecimal.valueOf(order.amount(), orders.scale()))
                                .reduce(BigDecimal.ZERO, BigDecimal::add),
                        form(name, form));
            case "date" ->
                DateTimeFormatter.ofPattern(form(name, form), Locale.ROOT).format(orders.executionDate());
            case "created" ->
                DateTimeFormatter.ofPattern(form(name, form), Locale.ROOT).format(orders.created());
            case "file" -> orders.fileId();
            case "debtor" -> orders.debtor();
            case "debit_account" -> orders.account().number();
            case "record" -> Integer.toString(records);
            default -> {
                var setting = settings.get(name);
                yield setting == null ? ofPayment(name, form, Objects.requireNonNull(payment, name)) : setting;
            }
        };
    }

    private static String form(String name, @Nullable String form) {
        return Objects.requireNonNull(form, name);
    }

    private String ofPayment(String name, @Nullable String form, Payment payment) throws PaymentFileException {
        var order = payment.order();
        return switch (name) {
            case "number" -> Integer.toString(payment.number());
            case "reference" -> order.endToEndId();
            case "name" -> order.creditor();
            case "latin_name" ->
                Optional.ofNullable(latinNames.get(order.endToEndId()))
                        .orElseGet(() -> order.creditor().chars().allMatch(c -> c < 0x80) ? order.creditor() : "");
            case "amount" -> amount(BigDecimal.valueOf(order.amount(), orders.scale()), form(name, form));
            case "account" -> payment.account();
            case "account11" ->
                ThaiAccount.elevenDigits(payment.account(), payment.bank())
                        .orElseThrow(
                                () -> new PaymentFileException(Fault.ACCOUNT, order.endToEndId(), payment.account()));
            case "bank" -> payment.bank();
            case "bank_name" -> BankCode.of(payment.bank(), "THB").orElse("");
            case "kbank_branch" -> ThaiAccount.branchForKbank(payment.account(), payment.bank());
            default -> throw new IllegalStateException("the layout " + layout.name() + " has no value " + name);
        };
    }

    /** @param form the decimals, with a point behind if one is written: {@code 2} for satang, {@code 2.} for baht */
    private static String amount(BigDecimal amount, String form) {
        var decimals = Character.digit(form.charAt(0), 10);
        var scaled = amount.setScale(decimals, RoundingMode.UNNECESSARY);
        return form.endsWith(".")
                ? scaled.toPlainString()
                : scaled.unscaledValue().toString();
    }
}
