package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Result;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;

/** What can be decided on a payment file, and on what the bank says of it. */
record PaymentFileDecisions(Workspace workspace, PaymentFileItem item) {
    private static final String RESULTS = "/admin/v1/payment-results/";

    List<Decision> all() {
        var decisions = new ArrayList<Decision>();
        if (item.is("draft")) {
            decisions.add(release());
        }
        if (item.is("draft") || item.is("released")) {
            decisions.add(decision(
                    "discard",
                    KeyCode.D,
                    Weight.DANGER,
                    Consequence.of(text("payment-files.discard.consequence", payments())),
                    List.of(Input.note())));
        }
        if (item.isAtBank()) {
            item.waiting().filter(result -> result.approval() == null).ifPresent(result -> {
                decisions.add(apply(result));
                decisions.add(decision(
                        RESULTS + result.id() + "/discard",
                        result.version(),
                        "payment-files.put-aside",
                        KeyCode.P,
                        Weight.NORMAL,
                        Consequence.of(text("payment-files.put-aside.consequence", result.name())),
                        List.of(Input.note())));
            });
        }
        if (item.is("handed_out") && !item.isCarriedOut()) {
            decisions.add(decision(
                    "void",
                    KeyCode.U,
                    Weight.DANGER,
                    Consequence.of(text(
                                    "payment-files.void.consequence",
                                    item.file().name(),
                                    payments(),
                                    money()))
                            .always(),
                    List.of(Input.why())));
        }
        return decisions;
    }

    private Decision release() {
        var sentence = text(
                "payment-files.release.consequence",
                payments(),
                money(),
                PaymentFileWords.number(item.account()),
                words().day(item.file().executionDay()));
        return decision(
                "release", KeyCode.R, Weight.PRIMARY, Consequence.of(sentence).always(), List.of(Input.note()));
    }

    /** Takes these payments out of the file. */
    Decision remove(Collection<Integer> numbers) {
        var sum = item.lines().stream()
                .filter(line -> numbers.contains(line.number()))
                .mapToLong(line -> line.amount())
                .sum();
        return new Decision(
                        "payment-files.remove",
                        KeyCode.X,
                        Weight.NORMAL,
                        Consequence.of(words().counted(
                                        "payment-files.remove.consequence",
                                        numbers.size(),
                                        workspace
                                                .formats()
                                                .money(sum, item.file().currency()))),
                        List.of(Input.note()),
                        path("remove"),
                        Map.of(
                                "version",
                                item.file().version(),
                                "payments",
                                numbers.stream().sorted().map(String::valueOf).toList()))
                .staying();
    }

    private Decision apply(Result result) {
        var said = PaymentFileSheet.outcomes(result.parts())
                .map(outcome -> text(
                        "queue.about",
                        workspace.texts().word("payment-files.outcome", outcome),
                        words().part(
                                        Objects.requireNonNull(result.parts().get(outcome)),
                                        item.file().currency())))
                .collect(Collectors.joining("; "));
        var kept = result.conflicts() == 0 ? "" : " " + words().counted("payment-files.conflicts", result.conflicts());
        return decision(
                RESULTS + result.id() + "/apply",
                result.version(),
                "payment-files.apply",
                KeyCode.A,
                Weight.PRIMARY,
                Consequence.of(text("payment-files.apply.consequence", result.name(), said) + kept),
                List.of(Input.note()));
    }

    private Decision decision(
            String name, KeyCode shortcut, Weight weight, Consequence consequence, List<Input> inputs) {
        return decision(
                path(name), item.file().version(), "payment-files." + name, shortcut, weight, consequence, inputs);
    }

    private Decision decision(
            String path,
            int version,
            String key,
            KeyCode shortcut,
            Weight weight,
            Consequence consequence,
            List<Input> inputs) {
        return new Decision(key, shortcut, weight, consequence, inputs, path, Map.of("version", version)).staying();
    }

    private String path(String action) {
        return PaymentFileKind.TREE + "/" + item.file().id() + "/" + action;
    }

    private String text(String key, Object... values) {
        return workspace.texts().get(key, values);
    }

    private PaymentFileWords words() {
        return new PaymentFileWords(workspace.formats());
    }

    private String payments() {
        return words().payments(item.file().payments());
    }

    private String money() {
        Formats formats = workspace.formats();
        return formats.money(item.file().total(), item.file().currency());
    }
}
