package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Account;
import io.tical.common.admin.PaymentFiles.Line;
import io.tical.common.admin.PaymentFiles.Part;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What is said of payment files. */
record PaymentFileWords(Formats formats) {
    /** Stands before an account for which one of the simulator stands. Banks and files call it so in all languages. */
    static final String TEST = "TEST ";

    private Texts texts() {
        return formats.texts();
    }

    /** A sentence with a number, which may have other words for 1. */
    String counted(String key, long number, Object... more) {
        var one = key + ".one";
        var values = new ArrayList<Object>(List.of(Formats.count(number)));
        values.addAll(List.of(more));
        return texts().get(number == 1 && texts().has(one) ? one : key, values.toArray());
    }

    /** Such as {@code 12 payments}. */
    String payments(long number) {
        return counted("payment-files.payments", number);
    }

    /** Such as {@code 12 payments, 45,210.00 THB}. */
    String part(Part part, String currency) {
        return texts().get("payment-files.part", payments(part.payments()), formats.money(part.amount(), currency));
    }

    /** One line a part: what it is, how many payments and their sum. */
    List<String> parts(String kind, Map<String, Part> parts, String currency) {
        return parts.entrySet().stream()
                .map(one ->
                        texts().get("queue.about", texts().word(kind, one.getKey()), part(one.getValue(), currency)))
                .toList();
    }

    /** What is unusual about a payment. */
    String warnings(Line line) {
        return line.warnings().stream()
                .map(word -> texts().word("payment-files.warning", word))
                .collect(Collectors.joining(", "));
    }

    /** The same for a line of a table. */
    String shortWarnings(Line line) {
        return line.warnings().stream()
                .map(word -> texts().word("payment-files.warning.short", word))
                .collect(Collectors.joining(" · "));
    }

    /** @param written such as {@code 2026-11-20} */
    String day(String written) {
        return formats.day(LocalDate.parse(written));
    }

    static String number(Account account) {
        return account.bankCode() + " " + account.accountNo();
    }

    static String name(Account account) {
        return number(account) + " · " + account.holderName();
    }
}
