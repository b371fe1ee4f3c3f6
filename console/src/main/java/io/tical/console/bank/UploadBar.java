package io.tical.console.bank;

import io.tical.console.bank.Uploads.End;
import io.tical.console.bank.Uploads.Upload;
import io.tical.console.part.Copyable;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ProgressBar;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Where files of banks are dropped or chosen, and what becomes of them. */
final class UploadBar extends VBox {
    private static final PseudoClass DROPPING = PseudoClass.getPseudoClass("dropping");
    private static final String CHOOSE = "bank-statements.upload";

    private final Workspace workspace;
    private final Texts texts;
    private final Uploads uploads;
    private final Wrapped words = new Wrapped("");
    private final ProgressBar progress = new ProgressBar(0);
    private final VBox ends = new VBox(6);
    private final Button again;
    private final Button forget;

    UploadBar(Workspace workspace, Uploads uploads) {
        super(8);
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.uploads = uploads;
        setId("upload");
        getStyleClass().add("drop");
        setMinHeight(USE_PREF_SIZE);
        var choose = new Button(texts.get(CHOOSE) + "  N", new FontIcon(Feather.UPLOAD));
        choose.setId("upload-choose");
        choose.setMinWidth(USE_PREF_SIZE);
        choose.setOnAction(_ -> choose());
        words.setId("upload-words");
        progress.setId("upload-progress");
        progress.setMaxWidth(Double.MAX_VALUE);
        var said = new VBox(4, words, progress);
        said.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(said, Priority.ALWAYS);
        var line = new HBox(12, new FontIcon(Feather.FILE_TEXT), said, choose);
        line.setAlignment(Pos.CENTER_LEFT);
        again = button("upload-again", "common.retry", uploads::again);
        forget = button("upload-forget", "bank-statements.upload.forget", uploads::forget);
        getChildren().addAll(line, ends);
        uploads.all().addListener((Observable _) -> show());
        show();
        setVisible(uploads.isPossible());
        setManaged(uploads.isPossible());
    }

    private Button button(String id, String key, Runnable action) {
        var button = new Button(texts.get(key));
        button.setId(id);
        button.setOnAction(_ -> action.run());
        return button;
    }

    /** Asks which files are to be sent. */
    void choose() {
        uploads.send(workspace.saving().chooseSeveral(texts.get(CHOOSE)));
    }

    /** Takes files that are dropped onto a node. */
    void dropOn(Node node) {
        node.addEventHandler(DragEvent.DRAG_OVER, event -> {
            if (uploads.isPossible() && event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                pseudoClassStateChanged(DROPPING, true);
                event.consume();
            }
        });
        node.addEventHandler(DragEvent.DRAG_EXITED, _ -> pseudoClassStateChanged(DROPPING, false));
        node.addEventHandler(DragEvent.DRAG_DROPPED, event -> {
            pseudoClassStateChanged(DROPPING, false);
            if (event.getDragboard().hasFiles()) {
                uploads.send(event.getDragboard().getFiles().stream()
                        .map(java.io.File::toPath)
                        .toList());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }

    private void show() {
        var all = List.copyOf(uploads.all());
        var ended = all.stream().filter(upload -> upload.end() != null).count();
        var current = all.stream().filter(upload -> upload.end() == null).findFirst();
        words.setText(
                current.map(upload -> texts.get("bank-statements.upload.sending", ended + 1, all.size(), upload.name()))
                        .orElseGet(() -> texts.get("bank-statements.upload.drop")));
        progress.setProgress(all.isEmpty() ? 0 : (double) ended / all.size());
        show(progress, current.isPresent());
        var told = all.stream().flatMap(this::told).toList();
        ends.getChildren().setAll(told);
        if (!told.isEmpty() && current.isEmpty()) {
            ends.getChildren().add(new HBox(8, again, forget));
        }
        show(again, all.stream().anyMatch(upload -> upload.end() instanceof End.Failed));
        show(ends, !told.isEmpty());
    }

    /** What became of a file that is no new statement. */
    private Stream<Node> told(Upload upload) {
        return switch (upload.end()) {
            case End.Failed why -> Stream.of(failure(upload, why));
            case End.OfPayments payments -> Stream.of(result(upload, payments));
            case End.Received _ -> Stream.of();
            case null -> Stream.of();
        };
    }

    private Node result(Upload upload, End.OfPayments payments) {
        var words = new Wrapped(texts.get(
                "queue.about", upload.name(), texts.get("bank-statements.upload.result", payments.fileName())));
        return new VBox(2, words, new ObjectLink(texts, "payment_file", payments.fileId()));
    }

    private static void show(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    private Node failure(Upload upload, End.Failed why) {
        var words = new Wrapped(texts.get("queue.about", upload.name(), why.why()));
        words.getStyleClass().add("problem");
        if (why.reference().isEmpty()) {
            return words;
        }
        var reference = new Copyable(texts, why.reference(), why.reference());
        reference.getStyleClass().addAll("small", "mono");
        return new VBox(2, words, reference);
    }
}
