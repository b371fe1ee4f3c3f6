package io.tical.console.paymentfile;

import io.tical.console.queue.Decision;
import io.tical.console.queue.Evidence;
import io.tical.console.queue.Sheet;
import io.tical.console.shell.Command;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** A payment file: its bytes can be saved, results of the bank added, and payments looked at and marked. */
final class PaymentFileEvidence implements Evidence<PaymentFileItem> {
    private final HandOutPane handOut;
    private final SimulatorPane simulator;
    private final ResultUpload upload;
    private final PaymentsPane payments;
    private final Sheet<PaymentFileItem> sheet;
    private @Nullable PaymentFileItem shown;

    /**
     * @param choose opens the confirmation of a decision
     * @param changed runs when the service has something new of the file
     * @param left runs when a question was left, whose buttons had the focus
     */
    PaymentFileEvidence(Workspace workspace, Consumer<Decision> choose, Runnable changed, Runnable left) {
        this.handOut = new HandOutPane(workspace, changed, left);
        this.simulator = new SimulatorPane(workspace);
        this.upload = new ResultUpload(workspace, changed);
        this.payments = new PaymentsPane(workspace, choose);
        var parts = new PaymentFileSheet(workspace);
        this.sheet = new Sheet<>(item -> Stream.of(
                        Stream.of(parts.heading(item)),
                        item.isAtBank() ? Stream.<Node>empty() : Stream.<Node>of(handOut),
                        parts.states(item),
                        Stream.<Node>of(simulator),
                        Stream.<Node>of(upload),
                        parts.results(item),
                        Stream.<Node>of(payments),
                        item.isAtBank() ? Stream.<Node>of(handOut) : Stream.<Node>empty(),
                        Stream.of(parts.facts(item)))
                .flatMap(part -> part)
                .toList());
        upload.dropOn(sheet.node());
    }

    /** Whether the bank can have the file that is shown, so that its payments change without its version. */
    boolean isAtBank() {
        return shown != null && shown.isAtBank();
    }

    @Override
    public Node node() {
        return sheet.node();
    }

    @Override
    public void prepare(PaymentFileItem item) {
        sheet.prepare(item);
    }

    @Override
    public void show(PaymentFileItem item) {
        shown = item;
        handOut.show(item);
        simulator.show(item);
        upload.show(item);
        payments.show(item);
        sheet.show(item);
    }

    @Override
    public void clear() {
        shown = null;
        handOut.show(null);
        simulator.show(null);
        upload.show(null);
        payments.show(null);
        sheet.clear();
    }

    @Override
    public void top() {
        sheet.top();
    }

    @Override
    public void scroll(int pages) {
        sheet.scroll(pages);
    }

    @Override
    public List<Command> commands() {
        var commands = new ArrayList<Command>();
        if (shown != null) {
            commands.addAll(handOut.commands());
            commands.addAll(simulator.commands());
            commands.addAll(upload.commands());
            commands.addAll(payments.commands());
        }
        return commands;
    }
}
