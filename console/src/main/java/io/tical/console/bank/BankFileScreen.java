package io.tical.console.bank;

import io.tical.common.admin.BankStatements.File;
import io.tical.console.queue.WorkScreen;
import io.tical.console.shell.Command;
import io.tical.console.shell.Screen;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javafx.scene.Parent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The files of banks: new ones are dropped onto it, and each is looked at before it counts. */
public final class BankFileScreen implements Screen {
    private final WorkScreen<File, BankFileItem> work;
    private final Uploads uploads;
    private final UploadBar bar;
    private final VBox root;
    private final LayoutPane layout;
    private boolean making;

    public BankFileScreen(Workspace workspace) {
        var accounts = new OwnAccounts();
        this.work = new WorkScreen<>(
                workspace,
                new BankFileKind(workspace, accounts),
                new BankFileEvidence(workspace, accounts, this::makeLayout));
        this.uploads = new Uploads(workspace, this::received);
        this.bar = new UploadBar(workspace, uploads);
        this.root = new VBox(bar, work.root());
        VBox.setVgrow(work.root(), Priority.ALWAYS);
        bar.dropOn(root);
        this.layout = new LayoutPane(workspace, this::showFiles);
        VBox.setVgrow(layout, Priority.ALWAYS);
    }

    private void makeLayout(File file) {
        making = true;
        root.getChildren().setAll(layout);
        layout.begin(file);
    }

    private void showFiles() {
        making = false;
        root.getChildren().setAll(bar, work.root());
        work.refresh();
        work.focus();
    }

    private void received(UUID first) {
        work.refresh();
        work.open(first);
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        work.shown();
    }

    @Override
    public void focus() {
        if (making) {
            layout.requestFocus();
            return;
        }
        work.focus();
    }

    @Override
    public void hidden() {
        work.hidden();
    }

    @Override
    public void refresh() {
        work.refresh();
    }

    @Override
    public void changed(String type, UUID id, @Nullable Integer version) {
        work.changed(type, id, version);
    }

    @Override
    public void listChanged(String type) {
        work.listChanged(type);
    }

    @Override
    public void showQueue(String queue) {
        work.showQueue(queue);
    }

    @Override
    public void open(UUID id) {
        if (making) {
            showFiles();
        }
        work.open(id);
    }

    @Override
    public List<Command> commands() {
        if (making) {
            return layout.commands();
        }
        var commands = new ArrayList<>(work.commands());
        if (uploads.isPossible()) {
            commands.add(Command.of("N", "bank-statements.upload", bar::choose));
        }
        return commands;
    }
}
