package io.tical.console.paymentfile;

import atlantafx.base.theme.Styles;
import io.tical.console.api.ApiProblem;
import io.tical.console.export.ExportBar;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Gives an operator the bytes of a released file. The first time is confirmed: from then on its payments count as sent. */
final class HandOutPane extends VBox {
    private static final String SAVE = "payment-files.save";

    private final Workspace workspace;
    private final Texts texts;
    private final Runnable changed;
    private final Runnable left;
    private final Remark what = new Remark("hand-out-what");
    private final Button save = new Button(null, new FontIcon(Feather.DOWNLOAD));
    private final Button cancel = new Button();
    private final Button confirm = new Button();
    private final HBox asking;
    private final Wrapped said = new Wrapped("");
    private final FormState problem;
    private @Nullable PaymentFileItem shown;
    private boolean saving;
    private boolean asks;

    /**
     * @param changed runs when the service counts the payments as sent
     * @param left runs when its question was left, whose buttons had the focus
     */
    HandOutPane(Workspace workspace, Runnable changed, Runnable left) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.changed = changed;
        this.left = left;
        this.problem = new FormState(texts);
        setId("hand-out");
        getStyleClass().add("section");
        var title = new Label(texts.get("payment-files.bank"));
        title.getStyleClass().add("section-title");
        save.setText(texts.get(SAVE) + "  Ctrl+S");
        save.setId("save-file");
        save.setMinWidth(USE_PREF_SIZE);
        save.setOnAction(_ -> save());
        cancel.setText(texts.get("common.cancel") + "  Esc");
        cancel.setId("hand-out-cancel");
        cancel.setOnAction(_ -> ask(false));
        confirm.setText(texts.get("payment-files.save.first") + "  ↵");
        confirm.setId("hand-out-confirm");
        confirm.getStyleClass().add(Styles.ACCENT);
        confirm.setOnAction(_ -> choose());
        asking = new HBox(8, cancel, confirm);
        asking.setAlignment(Pos.CENTER_RIGHT);
        said.setId("saved");
        said.getStyleClass().addAll("quiet", "small");
        said.managedProperty().bind(said.textProperty().isNotEmpty());
        getChildren()
                .addAll(
                        title,
                        what,
                        new HBox(save),
                        asking,
                        said,
                        new ProblemReference(texts, "save-reference", problem.reference()));
        render();
    }

    void show(@Nullable PaymentFileItem item) {
        var before = shown;
        if (before == null
                || item == null
                || !before.file().id().equals(item.file().id())) {
            asks = false;
            tell("");
        }
        shown = item;
        render();
    }

    private void render() {
        var item = shown;
        var visible = item != null && (item.is("released") || item.isAtBank());
        setVisible(visible);
        setManaged(visible);
        if (item == null || !visible) {
            return;
        }
        var first = item.is("released");
        asks = asks && first;
        var past = first && isPast(item);
        what.say(past ? Kind.WRONG : first ? Kind.ATTENTION : Kind.NOTE, sentence(item, first, past));
        var may = workspace.operator().may("payouts") && !past;
        show(save.getParent(), may && !asks);
        show(asking, may && asks);
        save.getStyleClass().remove(Styles.ACCENT);
        if (first) {
            save.getStyleClass().add(Styles.ACCENT);
        }
        save.setDisable(saving);
        confirm.setDisable(saving);
    }

    private static void show(javafx.scene.Node node, boolean visible) {
        node.setVisible(visible);
        node.setManaged(visible);
    }

    private String sentence(PaymentFileItem item, boolean first, boolean past) {
        var words = new PaymentFileWords(workspace.formats());
        var file = item.file();
        if (past) {
            return texts.get("payment-files.bank.past", words.day(file.executionDay()));
        }
        if (first) {
            return texts.get(
                    asks ? "payment-files.bank.ask" : "payment-files.bank.first",
                    words.payments(file.payments()),
                    workspace.formats().money(file.total(), file.currency()),
                    words.day(file.executionDay()));
        }
        return texts.get(
                "payment-files.bank.again",
                Objects.requireNonNullElse(file.handedOutBy(), ""),
                file.handedOutAt() == null ? "" : workspace.formats().time(file.handedOutAt()));
    }

    private boolean isPast(PaymentFileItem item) {
        var zone = item.account().zone();
        return zone != null
                && LocalDate.parse(item.file().executionDay())
                        .isBefore(LocalDate.ofInstant(workspace.now(), ZoneId.of(zone)));
    }

    private void ask(boolean now) {
        leave();
        asks = now;
        render();
        if (now) {
            confirm.requestFocus();
        }
    }

    /** Else the focus goes to the next button of the window, which the next key would press. */
    private void leave() {
        if (confirm.isFocused() || cancel.isFocused()) {
            left.run();
        }
    }

    private boolean isPossible() {
        return isVisible() && (save.getParent().isVisible() || asking.isVisible()) && !saving;
    }

    private void save() {
        var item = shown;
        if (item == null || !isPossible()) {
            return;
        }
        if (item.is("released") && !asks) {
            tell("");
            ask(true);
        } else {
            choose();
        }
    }

    private void choose() {
        var item = shown;
        if (item == null || !isPossible()) {
            return;
        }
        var to = workspace
                .saving()
                .choose(
                        texts.get(SAVE),
                        item.file().name() + "." + ending(item.file().format()));
        if (to == null) {
            return;
        }
        saving = true;
        leave();
        render();
        tell(texts.get("payment-files.saving"));
        workspace.tasks().background().execute(() -> {
            var end = saved(item, to);
            workspace.tasks().ui().execute(() -> {
                saving = false;
                if (shown != null && shown.file().id().equals(item.file().id())) {
                    end.run();
                }
                ask(false);
                changed.run();
            });
        });
    }

    private static String ending(String format) {
        return format.startsWith("pain.") ? "xml" : format.equals("CSV") ? "csv" : "txt";
    }

    /** Returns an action that shows the result. */
    private Runnable saved(PaymentFileItem item, Path to) {
        try {
            workspace.api().save(PaymentFileKind.TREE + "/" + item.file().id() + "/file", to);
            return () -> tell(texts.get("payment-files.saved", to.getFileName()));
        } catch (ApiProblem refused) {
            return () -> {
                said.setText(texts.get("payment-files.not-saved", Problems.sentence(texts, refused)));
                problem.tell(refused);
            };
        } catch (IOException e) {
            var why = ExportBar.why(texts, to, e);
            return () -> tell(texts.get("payment-files.not-saved", why));
        }
    }

    private void tell(String sentence) {
        said.setText(sentence);
        problem.tell("");
    }

    List<Command> commands() {
        if (!isPossible()) {
            return List.of();
        }
        return confirm.isFocused() || cancel.isFocused()
                ? List.of(
                        Command.of("Enter", "payment-files.save.first", this::choose),
                        Command.of("Esc", "common.cancel", () -> ask(false)))
                : List.of(Command.of("Shortcut+S", SAVE, this::save));
    }
}
