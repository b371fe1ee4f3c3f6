package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.File;
import io.tical.common.admin.PaymentFiles.Part;
import io.tical.common.admin.PaymentFiles.Result;
import io.tical.console.part.Chips;
import io.tical.console.part.Facts;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A payment file: what waits for the operator first, then what the bank said, and the file itself. */
record PaymentFileSheet(Workspace workspace) {
    /** What became of payments, in the order in which people ask for it. */
    private static final List<String> STATES = List.of("open", "delivered", "failed", "review", "void", "removed");

    private Texts texts() {
        return workspace.texts();
    }

    private PaymentFileWords words() {
        return new PaymentFileWords(workspace.formats());
    }

    Node heading(PaymentFileItem item) {
        var file = item.file();
        var heading = new Heading(
                workspace.formats(),
                new ShownFile(file),
                workspace.formats().money(file.total(), file.currency()),
                texts().get(
                                "payment-files.whose",
                                words().payments(file.payments()),
                                account(item),
                                words().day(file.executionDay())));
        var unusual = item.unusual().size();
        if (unusual > 0 && (item.is("draft") || item.is("released"))) {
            heading.warn(words().counted("payment-files.unusual", unusual));
        }
        if (item.isOverdue(workspace.now())) {
            return heading.alarm(overdue(item));
        }
        if (item.isEnded()) {
            var ended = new Wrapped(next(item));
            ended.getStyleClass().add("quiet");
            heading.getChildren().add(ended);
            return heading;
        }
        return heading.say(next(item));
    }

    /** The account that pays; of a test file one of the simulator, which stands for it. */
    private static String account(PaymentFileItem item) {
        return (item.file().livemode() ? "" : PaymentFileWords.TEST) + PaymentFileWords.name(item.account());
    }

    private String overdue(PaymentFileItem item) {
        return words().counted(
                        "payment-files.overdue",
                        item.unanswered(),
                        workspace
                                .formats()
                                .time(Objects.requireNonNull(item.file().answerBy())));
    }

    /** What somebody should do now. */
    private String next(PaymentFileItem item) {
        var file = item.file();
        var by = file.answerBy();
        return switch (file.status()) {
            case "draft" ->
                texts().get(file.approval() == null ? "payment-files.next.draft" : "payment-files.next.asked");
            case "released" -> texts().get("payment-files.next.released");
            case "handed_out" ->
                item.waiting().isPresent() || by == null
                        ? texts().get("payment-files.next.result")
                        : texts().get(
                                        "payment-files.next.handed_out",
                                        workspace.formats().time(by));
            default -> texts().word("payment-files.next", file.status());
        };
    }

    /** How many payments are in each state, with their sum. */
    Stream<Node> states(PaymentFileItem item) {
        var parts = item.file().parts();
        if (item.is("draft") || item.is("released") || item.is("discarded")) {
            return Stream.empty();
        }
        var line = new FlowPane(24, 12);
        STATES.stream()
                .filter(parts::containsKey)
                .forEach(state -> line.getChildren()
                        .add(figure(
                                Chips.status(texts(), PaymentFileItem.shown(state)),
                                Objects.requireNonNull(parts.get(state)),
                                item.file().currency())));
        return Stream.of(section("states", "payment-files.states", line));
    }

    private Node figure(Node name, Part part, String currency) {
        var count = new Label(Formats.count(part.payments()));
        count.getStyleClass().add("count");
        var sum = new Label(workspace.formats().money(part.amount(), currency));
        sum.getStyleClass().addAll("quiet", "small");
        return new VBox(2, count, sum, name);
    }

    private VBox section(String id, String key, Node... content) {
        var title = new Label(texts().get(key));
        title.getStyleClass().add("section-title");
        var box = new VBox(title);
        box.getChildren().addAll(content);
        box.setId(id);
        box.getStyleClass().addAll("section", "statement");
        return box;
    }

    /** What the bank said: the one that waits to be believed first. */
    Stream<Node> results(PaymentFileItem item) {
        return item.results().stream()
                .sorted(Comparator.comparing(result -> !result.status().equals("waiting")))
                .map(result -> result(item, result));
    }

    private Node result(PaymentFileItem item, Result result) {
        var file = item.file();
        var title = new Wrapped(result.name());
        title.getStyleClass().add("section-title");
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var chip = Chips.status(texts(), result.status());
        chip.setMinWidth(Region.USE_PREF_SIZE);
        var head = new HBox(8, title, space, chip);
        head.setAlignment(Pos.CENTER_LEFT);
        var whose = new Wrapped(texts().get(
                        "payment-files.result.from",
                        workspace.formats().time(result.receivedAt()),
                        result.receivedBy()));
        whose.getStyleClass().addAll("quiet", "small");
        var line = new FlowPane(24, 12);
        outcomes(result.parts())
                .forEach(word -> line.getChildren()
                        .add(figure(
                                chip(word),
                                Objects.requireNonNull(result.parts().get(word)),
                                file.currency())));
        var box = new VBox(new VBox(2, head, whose), line);
        box.setId("result-" + result.status());
        box.getStyleClass().addAll("section", "statement");
        if (result.status().equals("waiting")) {
            if (result.conflicts() > 0) {
                box.getChildren()
                        .add(remark(Kind.ATTENTION, words().counted("payment-files.conflicts", result.conflicts())));
            }
            box.getChildren().add(waits(result));
        }
        return box;
    }

    /** What a result says, in the order in which people ask for it. */
    static Stream<String> outcomes(Map<String, Part> parts) {
        return Stream.of("succeeded", "failed", "in_process", "operator").filter(parts::containsKey);
    }

    /** The colours of what the bank says are those of what becomes of the payments. */
    private Node chip(String outcome) {
        var like = switch (outcome) {
            case "succeeded" -> "success";
            case "failed" -> "failed";
            case "in_process" -> "processing";
            default -> "in_review";
        };
        var chip = Chips.status(texts(), like);
        chip.setText(texts().word("payment-files.outcome", outcome));
        return chip;
    }

    private Node waits(Result result) {
        var approval = result.approval();
        if (approval == null) {
            return remark(Kind.NOTE, texts().get("payment-files.result.waits"));
        }
        return new VBox(
                4,
                remark(Kind.COLLEAGUE, texts().get("payment-files.result.asked", approval.maker())),
                new ObjectLink(texts(), "approval", approval.id()));
    }

    static Remark remark(Kind kind, String sentence) {
        var remark = new Remark("");
        remark.say(kind, sentence);
        return remark;
    }

    Node facts(PaymentFileItem item) {
        File file = item.file();
        return new Facts(workspace.formats(), texts().get("payment-files.file"))
                .copyable("payment-files.column.name", file.name())
                .text("payment-files.format", texts().word("payment-files.formats", file.format()))
                .text("payment-files.account", account(item))
                .text("payment-files.day", words().day(file.executionDay()))
                .link("payment-files.entry", "bank_entry", file.entryId())
                .text("payment-files.created-by", file.createdBy())
                .time("payment-files.created", file.createdAt())
                .text("payment-files.released-by", file.releasedBy())
                .text("payment-files.handed-out-by", file.handedOutBy())
                .time("payment-files.handed-out", file.handedOutAt())
                .time("payment-files.answer-by", file.answerBy())
                .copyable("payment-files.hash", file.hash())
                .id("payment-files.id", file.id());
    }
}
