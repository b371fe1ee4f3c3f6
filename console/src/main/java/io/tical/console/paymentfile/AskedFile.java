package io.tical.console.paymentfile;

import io.tical.common.admin.Approvals;
import io.tical.common.admin.PaymentFiles.Account;
import io.tical.common.admin.PaymentFiles.File;
import io.tical.common.admin.PaymentFiles.Line;
import io.tical.common.admin.PaymentFiles.Part;
import io.tical.common.admin.PaymentFiles.Result;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Chips;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * The payment file of a decision that a second person must approve: everything that they compare.
 *
 * @param result of the bank that is to be believed; null where the decision is on the file
 */
public record AskedFile(PaymentFileItem item, @Nullable Result result) {
    /** Unusual payments that are named. */
    private static final int NAMED_MAX = 30;

    /** Reads the file of a decision; empty if it is about something else. Blocks. */
    public static Optional<AskedFile> read(AdminApi api, Workspace workspace, Approvals.Row row) {
        return switch (row.objectType()) {
            case "payment_file" -> Optional.of(new AskedFile(item(api, workspace, row.objectId()), null));
            case "payment_result" -> {
                var result = api.get("/admin/v1/payment-results/" + row.objectId(), Result.class);
                yield Optional.of(new AskedFile(item(api, workspace, result.fileId()), result));
            }
            default -> Optional.empty();
        };
    }

    private static PaymentFileItem item(AdminApi api, Workspace workspace, java.util.UUID id) {
        return new PaymentFileKind(workspace).read(api, id);
    }

    public String name() {
        return item.file().name();
    }

    /** Such as {@code 12 payments}. */
    public String payments(Formats formats) {
        return new PaymentFileWords(formats).payments(item.file().payments());
    }

    /** The bank and number of the account that pays. */
    public String account() {
        return PaymentFileWords.number(item.account());
    }

    /** What a second person looks at. */
    public List<Node> sections(Workspace workspace) {
        return result == null
                ? List.of(facts(workspace), unusual(workspace))
                : List.of(result(workspace, result), facts(workspace));
    }

    private Node facts(Workspace workspace) {
        File file = item.file();
        Account account = item.account();
        var texts = workspace.texts();
        var words = new PaymentFileWords(workspace.formats());
        return new Facts(workspace.formats(), texts.word("object", "payment_file"))
                .link("payment-files.column.name", "payment_file", file.id())
                .copyable("payment-files.name", file.name())
                .status("payment-files.column.status", ShownFile.status(file))
                .text("payment-files.list", words.payments(file.payments()))
                .money("payment-files.column.total", file.total(), file.currency())
                .text("payment-files.account", PaymentFileWords.name(account))
                .text("payment-files.day", words.day(file.executionDay()))
                .text("payment-files.format", texts.word("payment-files.formats", file.format()))
                .text("payment-files.created-by", file.createdBy());
    }

    private Node unusual(Workspace workspace) {
        var words = new PaymentFileWords(workspace.formats());
        var title = new Label(workspace.texts().get("payment-files.unusual.payments"));
        title.getStyleClass().add("section-title");
        var box = new VBox(title);
        box.setId("unusual");
        box.getStyleClass().add("section");
        var unusual = item.unusual();
        if (unusual.isEmpty()) {
            box.getChildren()
                    .add(PaymentFileSheet.remark(Kind.GOOD, workspace.texts().get("payment-files.unusual.none")));
            return box;
        }
        words.parts("payment-files.warning", item.file().warnings(), item.file().currency())
                .forEach(line -> box.getChildren().add(PaymentFileSheet.remark(Kind.ATTENTION, line)));
        unusual.stream().limit(NAMED_MAX).forEach(line -> box.getChildren().add(line(workspace, words, line)));
        if (unusual.size() > NAMED_MAX) {
            box.getChildren()
                    .add(new Wrapped(workspace
                            .texts()
                            .get("payment-files.unusual.more", Formats.count(unusual.size() - NAMED_MAX))));
        }
        return box;
    }

    private Node line(Workspace workspace, PaymentFileWords words, Line line) {
        var account = new Label(line.bankCode() + " " + line.accountNo());
        account.getStyleClass().addAll("quiet", "small");
        var why = new Wrapped(words.warnings(line));
        why.getStyleClass().addAll("small", "mark-unknown");
        var who = new VBox(1, new Wrapped(line.holderName()), account, why);
        HBox.setHgrow(who, Priority.ALWAYS);
        var amount =
                new Label(workspace.formats().money(line.amount(), item.file().currency()));
        amount.setMinWidth(Label.USE_PREF_SIZE);
        var row = new HBox(12, who, amount);
        row.setAlignment(Pos.TOP_LEFT);
        return row;
    }

    private Node result(Workspace workspace, Result said) {
        var words = new PaymentFileWords(workspace.formats());
        var facts = new Facts(workspace.formats(), workspace.texts().word("object", "payment_result"))
                .text("payment-files.column.name", said.name())
                .text("payment-files.received-by", said.receivedBy())
                .time("payment-files.received", said.receivedAt());
        for (var outcome : List.of("succeeded", "failed", "in_process", "operator")) {
            Part part = said.parts().get(outcome);
            if (part != null) {
                facts.text(
                        "payment-files.outcome." + outcome,
                        words.part(part, item.file().currency()));
            }
        }
        if (said.conflicts() > 0) {
            facts.add(
                    "payment-files.differing",
                    Chips.warning(words.counted("payment-files.conflicts.short", said.conflicts())));
        }
        return facts;
    }
}
