package io.tical.console.stepup;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.OperatorSession;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.part.FormState;
import io.tical.console.work.Workspace;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** The proof who the operator is: what the service asks for, and the request. */
public final class StepUpModel {
    private static final String SESSION = "/admin/v1/session";
    private static final String WRONG = "VALIDATION_FAILED";

    private final Workspace workspace;
    private final Runnable accepted;
    private final FormState form;
    private final ReadOnlyObjectWrapper<Asked> asked = new ReadOnlyObjectWrapper<>(Asked.UNKNOWN);

    /** What the operator proves it with. */
    public enum Asked {
        /** Until the service has answered. */
        UNKNOWN,
        PASSWORD,
        CODE
    }

    /** @param accepted runs when the service has accepted the proof */
    public StepUpModel(Workspace workspace, Runnable accepted) {
        this.workspace = workspace;
        this.accepted = accepted;
        this.form = new FormState(workspace.texts());
    }

    public ReadOnlyObjectProperty<Asked> asked() {
        return asked.getReadOnlyProperty();
    }

    public FormState form() {
        return form;
    }

    /** Reads what the service asks for, because the operator may have set up a second factor since the sign-in. */
    public void load() {
        form.sent();
        workspace
                .tasks()
                .run(
                        () -> workspace.api().get(SESSION, OperatorSession.class),
                        session -> {
                            form.answered();
                            asked.set(session.stepUp().equals("code") ? Asked.CODE : Asked.PASSWORD);
                        },
                        why -> {
                            form.answered();
                            form.tell(why);
                        });
    }

    /** Sends the code or the password. */
    public void prove(String secret) {
        if (form.busy().get()) {
            return;
        }
        if (asked.get() == Asked.UNKNOWN) {
            load();
            return;
        }
        if (secret.isBlank()) {
            form.tell(workspace.texts().get("step-up.incomplete"));
            return;
        }
        var field = asked.get() == Asked.CODE ? "code" : "password";
        form.sent();
        workspace
                .tasks()
                .run(
                        () -> workspace
                                .api()
                                .change("POST", SESSION + "/step-up", Map.of(field, secret), JsonNode.class),
                        _ -> {
                            form.answered();
                            accepted.run();
                        },
                        why -> {
                            form.answered();
                            if (why instanceof Refused refused && refused.code().equals(WRONG)) {
                                form.tell(workspace.texts().word("step-up.wrong", field));
                            } else {
                                form.tell(why);
                            }
                        });
    }
}
