package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.File;
import io.tical.console.queue.Decision;
import io.tical.console.queue.WorkScreen;
import io.tical.console.shell.Command;
import io.tical.console.shell.Screen;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.UUID;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/** The files of payments: made from what waits, released by two people, given to the bank, and closed by what it says. */
public final class PaymentFileScreen implements Screen {
    private static final String TYPE = "payment_file";

    private final PaymentFileEvidence evidence;
    private final WorkScreen<File, PaymentFileItem> work;

    public PaymentFileScreen(Workspace workspace) {
        this.evidence = new PaymentFileEvidence(workspace, this::choose, this::refresh, this::focus);
        this.work = new WorkScreen<>(workspace, new PaymentFileKind(workspace), evidence);
    }

    private void choose(Decision decision) {
        if (!work.isBusy()) {
            work.choose(decision);
        }
    }

    @Override
    public Parent root() {
        return work.root();
    }

    @Override
    public void shown() {
        work.shown();
    }

    @Override
    public void focus() {
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

    /** What became of payments changes no version of the file. */
    @Override
    public void listChanged(String type) {
        if (type.equals(TYPE) && evidence.isAtBank() && !work.isBusy()) {
            work.refresh();
        } else {
            work.listChanged(type);
        }
    }

    @Override
    public void showQueue(String queue) {
        work.showQueue(queue);
    }

    @Override
    public void open(UUID id) {
        work.open(id);
    }

    @Override
    public List<Command> commands() {
        return work.commands();
    }
}
