package io.tical.console.bank;

import io.tical.common.admin.BankStatements.File;
import io.tical.console.api.Outcome;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Makes a layout for a file: what the operator says at the left, his file as it is read by that at the right. */
final class LayoutPane extends BorderPane {
    private static final double FORM_PART = 0.38;

    private final Texts texts;
    private final LayoutModel model;
    private final Runnable closed;
    private final Label title = new Label();
    private final TextField note = new TextField();
    private final Button send = new Button();
    private final Button retire = new Button();
    private final Remark said = new Remark("layout-said");
    private final LayoutForm form;

    /** @param closed shows the files again */
    LayoutPane(Workspace workspace, Runnable closed) {
        this.texts = workspace.texts();
        this.model = new LayoutModel(workspace);
        this.closed = closed;
        this.form = new LayoutForm(texts, model);
        setId("layout");
        getStyleClass().add("page");
        var split = new SplitPane(form, new LayoutPreview(workspace.formats(), model));
        split.setDividerPositions(FORM_PART);
        setTop(head());
        setCenter(split);
        setBottom(bar());
        model.trial().subscribe(_ -> enable());
        model.draft().subscribe(_ -> enable());
        model.form().busy().subscribe(_ -> enable());
    }

    private Node head() {
        title.getStyleClass().add("screen-title");
        title.setMinWidth(0);
        var back = new Button(texts.get("bank-layout.close") + "  Esc", new FontIcon(Feather.ARROW_LEFT));
        back.setId("layout-close");
        back.setMinWidth(Region.USE_PREF_SIZE);
        back.setOnAction(_ -> close());
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var head = new HBox(12, title, space, back);
        head.setAlignment(Pos.CENTER_LEFT);
        head.getStyleClass().add("layout-head");
        return head;
    }

    private Node bar() {
        note.setId("layout-note");
        note.setPromptText(texts.get("bank-layout.note"));
        note.textProperty().subscribe(_ -> enable());
        HBox.setHgrow(note, Priority.ALWAYS);
        send.setId("layout-send");
        send.setText(texts.get("bank-layout.send") + "  Ctrl+Enter");
        send.getStyleClass().add("accent");
        send.setMinWidth(Region.USE_PREF_SIZE);
        send.setOnAction(_ -> send());
        retire.setId("layout-retire");
        retire.setText(texts.get("bank-layout.retire"));
        retire.getStyleClass().addAll("button-outlined", "danger");
        retire.setMinWidth(Region.USE_PREF_SIZE);
        retire.setOnAction(_ -> model.retire(outcome -> done("bank-layout.retired")));
        var problem = new Wrapped("");
        problem.setId("layout-problem");
        problem.getStyleClass().add("problem");
        problem.textProperty().bind(model.form().problem());
        problem.managedProperty().bind(problem.textProperty().isNotEmpty());
        var consequence = new Wrapped(texts.get("bank-layout.consequence"));
        consequence.getStyleClass().addAll("quiet", "small");
        var row = new HBox(12, note, retire, send);
        row.setAlignment(Pos.CENTER_LEFT);
        var bar = new VBox(
                8,
                said,
                problem,
                new ProblemReference(texts, "layout-reference", model.form().reference()),
                consequence,
                row);
        bar.getStyleClass().add("decision-bar");
        return bar;
    }

    void begin(File file) {
        title.setText(texts.get("bank-layout.title", file.name()));
        said.say(Kind.GOOD, "");
        note.clear();
        model.begin(file);
        form.requestFocus();
    }

    private void enable() {
        var draft = model.draft().get();
        var named = draft != null && LayoutDraft.isNamed(draft.text("name"));
        send.setDisable(model.form().busy().get()
                || !model.passes()
                || !named
                || note.getText().isBlank());
        var own = model.changed() != null;
        retire.setVisible(own);
        retire.setManaged(own);
        retire.setDisable(model.form().busy().get());
    }

    private void send() {
        if (!send.isDisabled()) {
            model.send(
                    note.getText().strip(),
                    outcome -> done(
                            switch (outcome) {
                                case Outcome.Waiting _ -> "bank-layout.waiting";
                                case Outcome.Done _ -> "bank-layout.done";
                            }));
        }
    }

    private void done(String key) {
        said.say(Kind.COLLEAGUE, texts.get(key));
        note.clear();
    }

    void close() {
        closed.run();
    }

    List<Command> commands() {
        return List.of(
                Command.of("Esc", "bank-layout.close", this::close),
                Command.of("Shortcut+Enter", "bank-layout.send", this::send));
    }
}
