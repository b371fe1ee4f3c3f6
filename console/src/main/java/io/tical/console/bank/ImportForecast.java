package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What an import of a file will do, in sentences. */
final class ImportForecast {
    private final BankFileWords words;
    private final BankFileItem item;
    private final List<Statement> statements;

    ImportForecast(BankFileWords words, BankFileItem item) {
        this.words = words;
        this.item = item;
        this.statements = item.statements();
    }

    private long sum(ToLongFunction<Statement> count) {
        return statements.stream().mapToLong(count).sum();
    }

    private String key(String name) {
        return words.formats().texts().keyIn(item.file().livemode(), "bank-statements.will." + name);
    }

    /** How many entries are new. */
    String fresh() {
        var fresh = sum(Statement::fresh);
        return fresh == 0
                ? words.formats().texts().get("bank-statements.will.nothing")
                : words.counted("bank-statements.will.new", fresh);
    }

    /** Whether a payin is paid. */
    boolean pays() {
        return sum(Statement::payins) > 0;
    }

    /** How many of them pay a payin, and what is credited; empty if none is new. */
    String paying() {
        var payins = sum(Statement::payins);
        if (sum(Statement::fresh) == 0) {
            return "";
        }
        return payins == 0
                ? words.formats().texts().get("bank-statements.will.pay.none")
                : words.counted(key("pay"), payins, words.sums(statements, Statement::paid));
    }

    /** How many of them somebody must explain; empty if none. */
    String left() {
        var left = sum(Statement::fresh) - sum(Statement::payins);
        return left == 0 ? "" : words.counted("bank-statements.will.left", left);
    }

    /** How many were known already; empty if none. */
    String known() {
        var known = sum(Statement::known);
        return known == 0 ? "" : words.counted("bank-statements.will.known", known);
    }

    /** How many contradict earlier statements; empty if none. */
    String conflicts() {
        var conflicts = sum(Statement::conflictCount);
        return conflicts == 0 ? "" : words.counted("bank-statements.will.conflicts", conflicts);
    }

    /** All of it. */
    String sentence() {
        var all = new ArrayList<>(List.of(fresh(), paying(), left(), conflicts()));
        all.removeIf(String::isEmpty);
        return String.join(" ", all);
    }
}
