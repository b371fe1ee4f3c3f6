package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Fault;
import io.tical.common.admin.BankStatements.Remark;
import io.tical.common.admin.BankStatements.Statement;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the service says about a file of a bank, in the operator's language. */
record BankFileWords(Formats formats) {
    private Texts texts() {
        return formats.texts();
    }

    /** Why a file cannot be read, with where; the service's words if the console does not know the code. */
    String fault(Fault fault) {
        return placed(
                fault.line(),
                fault.column(),
                sentence("bank-statements.fault." + fault.code(), fault.text(), fault.arguments()));
    }

    /** What a reader noticed, with where. */
    String remark(Remark remark) {
        return placed(
                remark.line(),
                remark.column(),
                sentence("bank-statements.remark." + remark.code(), remark.text(), remark.arguments()));
    }

    /** What the service took from a file. */
    String guess(Remark guess) {
        return sentence("bank-layout.guess." + guess.code(), guess.text(), guess.arguments());
    }

    private String sentence(String key, String english, List<String> arguments) {
        return texts().has(key) ? texts().get(key, arguments.toArray()) : english;
    }

    private String placed(int line, int column, String sentence) {
        if (line == 0) {
            return sentence;
        }
        var place = column == 0
                ? texts().get("bank-statements.line", Formats.count(line))
                : texts().get("bank-statements.line.column", Formats.count(line), Formats.count(column));
        return texts().get("queue.about", place, sentence);
    }

    /** A sentence with a number, which may have other words for 1. */
    String counted(String key, long number, Object... more) {
        var one = key + ".one";
        var values = new ArrayList<Object>(List.of(Formats.count(number)));
        values.addAll(List.of(more));
        return texts().get(number == 1 && texts().has(one) ? one : key, values.toArray());
    }

    /** The sums of statements in each of their currencies: {@code 45,210.00 THB, 20.00 USD}. */
    String sums(List<Statement> statements, ToLongFunction<Statement> amount) {
        var sums = new LinkedHashMap<String, Long>();
        statements.forEach(
                statement -> sums.merge(statement.currency(), amount.applyAsLong(statement), Math::addExact));
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue() != 0 || sums.size() == 1)
                .map(sum -> formats.money(sum.getValue(), sum.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** The days of a statement: {@code 1 Nov 2026 – 27 Nov 2026}. */
    String period(@Nullable String from, @Nullable String to) {
        if (from == null || to == null || from.equals(to)) {
            var only = from == null ? to : from;
            return only == null ? texts().get("bank-statements.period.none") : day(only);
        }
        return texts().get("bank-statements.period", day(from), day(to));
    }

    /** @param written such as {@code 2026-11-20} */
    String day(String written) {
        return formats.day(LocalDate.parse(written));
    }

    /** A balance, with its sign if it is overdrawn. */
    String money(long minor, String currency) {
        return minor < 0 ? formats.signed(minor, currency) : formats.money(minor, currency);
    }
}
