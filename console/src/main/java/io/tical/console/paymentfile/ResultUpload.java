package io.tical.console.paymentfile;

import io.tical.common.Ids;
import io.tical.common.admin.PaymentFiles.Result;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.FormState;
import io.tical.console.part.ProblemReference;
import io.tical.console.part.Problems;
import io.tical.console.part.Wrapped;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Where the bank's results of a file are dropped or chosen. Nothing of them counts before somebody believes it. */
final class ResultUpload extends VBox {
    private static final PseudoClass DROPPING = PseudoClass.getPseudoClass("dropping");
    private static final String ADD = "payment-files.add-result";

    /** What the service accepts. */
    private static final int BYTES_MAX = 9_900_000;

    private final Workspace workspace;
    private final Texts texts;
    private final Runnable received;
    private final Button choose = new Button(null, new FontIcon(Feather.UPLOAD));
    private final Wrapped problems = new Wrapped("");
    private final FormState problem;
    private @Nullable PaymentFileItem shown;
    private boolean sending;

    /** @param received runs when the service has a result */
    ResultUpload(Workspace workspace, Runnable received) {
        super(8);
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.received = received;
        this.problem = new FormState(texts);
        setId("add-result");
        getStyleClass().addAll("drop", "drop-section");
        choose.setText(texts.get(ADD) + "  B");
        choose.setId("add-result-choose");
        choose.setMinWidth(USE_PREF_SIZE);
        choose.setOnAction(_ -> choose());
        var words = new Wrapped(texts.get("payment-files.add-result.drop"));
        HBox.setHgrow(words, Priority.ALWAYS);
        var line = new HBox(12, new FontIcon(Feather.FILE_TEXT), words, choose);
        line.setAlignment(Pos.CENTER_LEFT);
        problems.setId("add-result-problems");
        problems.getStyleClass().add("problem");
        problems.managedProperty().bind(problems.textProperty().isNotEmpty());
        getChildren().addAll(line, problems, new ProblemReference(texts, "add-result-reference", problem.reference()));
        show(null);
    }

    void show(@Nullable PaymentFileItem item) {
        var before = shown;
        if (before == null
                || item == null
                || !before.file().id().equals(item.file().id())) {
            tell("");
        }
        shown = item;
        setVisible(isPossible());
        setManaged(isPossible());
        choose.setDisable(sending);
    }

    private boolean isPossible() {
        return shown != null && shown.isAtBank() && workspace.operator().may("payouts");
    }

    /** Takes files that are dropped onto a node. */
    void dropOn(Node node) {
        node.addEventHandler(DragEvent.DRAG_OVER, event -> {
            if (isPossible() && event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
                pseudoClassStateChanged(DROPPING, true);
                event.consume();
            }
        });
        node.addEventHandler(DragEvent.DRAG_EXITED, _ -> pseudoClassStateChanged(DROPPING, false));
        node.addEventHandler(DragEvent.DRAG_DROPPED, event -> {
            pseudoClassStateChanged(DROPPING, false);
            if (event.getDragboard().hasFiles()) {
                send(event.getDragboard().getFiles().stream()
                        .map(java.io.File::toPath)
                        .toList());
                event.setDropCompleted(true);
                event.consume();
            }
        });
    }

    private void choose() {
        if (isPossible() && !sending) {
            send(workspace.saving().chooseSeveral(texts.get(ADD)));
        }
    }

    private void send(List<Path> files) {
        var item = shown;
        if (item == null || !isPossible() || sending || files.isEmpty()) {
            return;
        }
        sending = true;
        choose.setDisable(true);
        tell("");
        workspace.tasks().background().execute(() -> {
            var refused = new ArrayList<String>();
            @Nullable ApiProblem last = null;
            for (var file : files) {
                try {
                    send(item.file().id(), file);
                } catch (ApiProblem why) {
                    refused.add(texts.get("queue.about", file.getFileName(), Problems.sentence(texts, why)));
                    last = why;
                } catch (IOException e) {
                    refused.add(texts.get("queue.about", file.getFileName(), why(e)));
                }
            }
            var why = last;
            workspace.tasks().ui().execute(() -> ended(item, refused, why));
        });
    }

    private void ended(PaymentFileItem of, List<String> refused, @Nullable ApiProblem why) {
        sending = false;
        choose.setDisable(false);
        if (shown != null && shown.file().id().equals(of.file().id())) {
            if (why != null) {
                problem.tell(why);
            }
            problems.setText(String.join("\n", refused));
        }
        received.run();
    }

    private String why(IOException problem) {
        return switch (problem) {
            case TooLarge _ -> texts.get("payment-files.add-result.large");
            case NoSuchFileException _ -> texts.get("bank-statements.upload.gone");
            case AccessDeniedException _ -> texts.get("bank-statements.upload.denied");
            default -> texts.get("bank-statements.upload.unreadable", String.valueOf(problem.getMessage()));
        };
    }

    private void send(UUID to, Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new TooLarge();
        }
        var path = AdminApi.path(
                PaymentFileKind.TREE + "/" + to + "/results", Map.of("name", String.valueOf(file.getFileName())));
        workspace.api().upload(path, Files.readAllBytes(file), Ids.next(), Result.class);
    }

    private static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;
    }

    private void tell(String sentence) {
        problems.setText(sentence);
        problem.tell("");
    }

    List<Command> commands() {
        return isPossible() ? List.of(Command.of("B", ADD, this::choose)) : List.of();
    }
}
