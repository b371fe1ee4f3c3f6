package io.tical.console.bank;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.admin.BankProfiles.Profile;
import io.tical.common.admin.BankProfiles.Trial;
import io.tical.common.admin.BankStatements.File;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.Outcome;
import io.tical.console.part.FormState;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The layout that an operator makes for a file, and how it reads this file now. Used on the thread of the user interface. */
final class LayoutModel {
    static final String TREE = "/admin/v1/bank-profiles";

    private final Workspace workspace;
    private final Loader<Trial> trial;
    private final FormState form;
    private final ReadOnlyObjectWrapper<List<Profile>> known = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<@Nullable LayoutDraft> draft = new ReadOnlyObjectWrapper<>();
    private @Nullable File file;
    private @Nullable Profile changed;
    private UUID intention = Ids.next();

    LayoutModel(Workspace workspace) {
        this.workspace = workspace;
        this.trial = new Loader<>(workspace.tasks(), workspace.clock());
        this.form = new FormState(workspace.texts());
        trial.state().subscribe(this::take);
    }

    /** Begins with the first proposal. */
    private void take(LoadState<Trial> state) {
        if (draft.get() == null && state instanceof LoadState.Ready<Trial>(Trial proposed) && proposed.proposed()) {
            var definition = proposed.definition();
            if (definition != null) {
                draft.set(new LayoutDraft(definition));
            }
        }
    }

    ReadOnlyObjectProperty<LoadState<Trial>> trial() {
        return trial.state();
    }

    ReadOnlyObjectProperty<List<Profile>> known() {
        return known.getReadOnlyProperty();
    }

    /** Null until the service has proposed one. */
    ReadOnlyObjectProperty<@Nullable LayoutDraft> draft() {
        return draft.getReadOnlyProperty();
    }

    FormState form() {
        return form;
    }

    @Nullable
    File file() {
        return file;
    }

    /** The layout that is changed; null while a new one is made. */
    @Nullable
    Profile changed() {
        return changed;
    }

    /** Begins with what the service proposes for a file. */
    void begin(File of) {
        file = of;
        changed = null;
        draft.set(null);
        intention = Ids.next();
        form.tell("");
        trial.clear();
        workspace
                .tasks()
                .run(() -> workspace.api().list(TREE, Profile.class), known::set, problem -> known.set(List.of()));
        trial.load(() -> tried(null));
    }

    private Trial tried(@Nullable LayoutDraft with) {
        var body = new HashMap<String, Object>();
        body.put("file_id", java.util.Objects.requireNonNull(file).id());
        if (with != null) {
            body.put("definition", with.definition().deepCopy());
        }
        return workspace.api().change("POST", TREE + "/preview", body, Trial.class);
    }

    /** Begins with a known layout: one of an operator is changed, of one that is shipped a copy is made. */
    void use(Profile profile) {
        changed = profile.id() == null ? null : profile;
        var copy = new LayoutDraft(profile.definition());
        if (changed == null) {
            copy.setText("name", "");
        }
        draft.set(copy);
        edited();
    }

    /** Reads the file again with what the operator changed. */
    void edited() {
        intention = Ids.next();
        form.tell("");
        var now = draft.get();
        if (now != null) {
            var asked = new LayoutDraft(now.definition());
            if (!LayoutDraft.isNamed(asked.text("name"))) {
                asked.setText("name", "New layout");
            }
            trial.load(() -> tried(asked));
        }
    }

    /** Whether it could be sent: it reads the file, and nothing contradicts it. */
    boolean passes() {
        return trial.state().get() instanceof LoadState.Ready<Trial>(Trial now) && now.passed();
    }

    /**
     * Asks for the approval of a second person.
     *
     * @param done gets the outcome
     */
    void send(String note, java.util.function.Consumer<Outcome> done) {
        var now = draft.get();
        var of = file;
        if (now == null || of == null || form.busy().get()) {
            return;
        }
        var body =
                new HashMap<String, Object>(Map.of("definition", now.definition(), "file_id", of.id(), "note", note));
        var before = changed;
        if (before != null) {
            body.put("version", before.version());
        }
        submit(
                before == null ? "POST" : "PATCH",
                before == null ? TREE : TREE + "/" + before.id(),
                body,
                intention,
                done);
    }

    /** Stops reading files by the layout that is changed. */
    void retire(java.util.function.Consumer<Outcome> done) {
        var before = changed;
        if (before != null && !form.busy().get()) {
            submit("POST", TREE + "/" + before.id() + "/retire", Map.of("version", before.version()), Ids.next(), done);
        }
    }

    private void submit(
            String method,
            String path,
            Map<String, Object> body,
            UUID requestId,
            java.util.function.Consumer<Outcome> done) {
        var sent = Json.mapper().valueToTree(body);
        Runnable again = () -> submit(method, path, body, requestId, done);
        form.sent();
        workspace
                .tasks()
                .run(
                        () -> workspace.api().decide(method, path, sent, requestId),
                        done,
                        problem -> failed(problem, again),
                        form::answered);
    }

    private void failed(ApiProblem problem, Runnable again) {
        if (!workspace.stepUp().ask(problem, again, () -> form.tell(problem))) {
            form.tell(problem);
        }
    }
}
