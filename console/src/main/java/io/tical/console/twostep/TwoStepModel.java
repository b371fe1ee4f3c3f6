package io.tical.console.twostep;

import io.tical.common.admin.SecondFactor;
import io.tical.common.admin.SecondFactor.Codes;
import io.tical.common.admin.SecondFactor.Enrolment;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.FormState;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;

/** The operator's own second factor: its state, and the actions on it. */
public final class TwoStepModel {
    private static final String PATH = "/admin/v1/second-factor";

    /** While the session has not ended. */
    private static final Runnable NOWHERE = () -> {};

    private final Workspace workspace;
    private final ReadOnlyObjectWrapper<Step> step = new ReadOnlyObjectWrapper<>(new Step.Loading());
    private final FormState form;
    private final BooleanProperty stored = new SimpleBooleanProperty();
    private Runnable leave = NOWHERE;

    /** Where the operator is. */
    public sealed interface Step {
        record Loading() implements Step {}

        /** The password alone signs in. */
        record Off() implements Step {}

        /** An app is being connected. */
        record Connecting(Enrolment enrolment) implements Step {}

        /** New recovery codes, which are shown once. */
        record Recovery(List<String> codes) implements Step {}

        /** Signing in needs a code. */
        record On(SecondFactor factor) implements Step {}
    }

    public TwoStepModel(Workspace workspace) {
        this.workspace = workspace;
        this.form = new FormState(workspace.texts());
        stored.subscribe(() -> form.tell(""));
    }

    public ReadOnlyObjectProperty<Step> step() {
        return step.getReadOnlyProperty();
    }

    /** The last request. */
    public FormState form() {
        return form;
    }

    /** Whether the operator says that the recovery codes are stored elsewhere. */
    public BooleanProperty stored() {
        return stored;
    }

    /** Whether nothing is lost when the pane closes. If recovery codes would be, says what to do first. */
    public boolean mayClose() {
        if (form.busy().get()) {
            return false; // the answer may have recovery codes
        }
        var lost = step.get() instanceof Step.Recovery && !stored.get();
        if (lost) {
            form.tell(workspace.texts().get("two-step.hold"));
        }
        return !lost;
    }

    /**
     * The session has ended. The service has replaced the earlier recovery codes already, so new ones that are shown, or on their way, stay
     * until the operator says that they are stored.
     *
     * @param then is run when no codes would be lost; not if that is so already
     * @return whether codes would be lost
     */
    public boolean outlivesSession(Runnable then) {
        if (!form.busy().get() && !isHeld()) {
            return false;
        }
        leave = then;
        tellEnd();
        return true;
    }

    private boolean isHeld() {
        return step.get() instanceof Step.Recovery && !stored.get();
    }

    private void tellEnd() {
        if (isHeld()) {
            form.tell(workspace.texts().get("two-step.expired"));
        } else if (!form.busy().get()) {
            leave.run();
        }
    }

    /** The operator is done with the recovery codes. */
    public void done() {
        if (isOver()) {
            leave.run();
        } else {
            load();
        }
    }

    /** Whether the session has ended. */
    private boolean isOver() {
        return !leave.equals(NOWHERE);
    }

    /** The pane was closed. */
    public void closed() {
        if (isOver()) {
            leave.run();
        }
    }

    /** Reads whether it is on. */
    public void load() {
        run(
                () -> workspace.api().get(PATH, SecondFactor.class),
                factor -> factor.enabled() ? new Step.On(factor) : new Step.Off());
    }

    /** Begins to connect an app. */
    public void connect(String password) {
        if (given(password)) {
            run(
                    () -> workspace.api().change("POST", PATH, Map.of("password", password), Enrolment.class),
                    Step.Connecting::new);
        }
    }

    /** Turns it on with a code of the app. */
    public void confirm(String code) {
        codes("/confirm", code);
    }

    /** Replaces the recovery codes. */
    public void renew(String code) {
        codes("/recovery-codes", code);
    }

    private void codes(String path, String code) {
        if (given(code)) {
            run(() -> workspace.api().change("POST", PATH + path, Map.of("code", code), Codes.class), codes -> {
                stored.set(false);
                return new Step.Recovery(codes.recoveryCodes());
            });
        }
    }

    /** Turns it off. */
    public void disable(String code) {
        if (given(code)) {
            run(
                    () -> workspace.api().change("POST", PATH + "/disable", Map.of("code", code), Object.class),
                    _ -> new Step.Off());
        }
    }

    private boolean given(String secret) {
        if (secret.isBlank()) {
            form.tell(workspace.texts().get("two-step.incomplete"));
        }
        return !secret.isBlank();
    }

    private <T> void run(Callable<T> work, Function<T, Step> next) {
        if (form.busy().get()) {
            return;
        }
        form.sent();
        workspace
                .tasks()
                .run(
                        work,
                        done -> {
                            form.answered();
                            step.set(next.apply(done));
                            answered();
                        },
                        this::failed);
    }

    private void failed(ApiProblem why) {
        form.answered();
        form.tell(why);
        answered();
    }

    private void answered() {
        if (isOver()) {
            tellEnd();
        }
    }
}
