package io.tical.console.queue;

import io.tical.common.admin.Listed;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The item of a queue that the operator looks at. The next one of the list is read beforehand, so that it is shown at once. */
final class ShownItem<R extends Listed, D> {
    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final WorkList<R> list;
    private final Consumer<D> prepare;
    private final Loader<D> detail;
    private final ReadOnlyObjectWrapper<@Nullable R> row = new ReadOnlyObjectWrapper<>();
    private final Map<UUID, D> preloaded = new HashMap<>();

    /** Whether an item is read again after the operator's own decision, whose event may come first. */
    private final ReadOnlyBooleanWrapper rereading = new ReadOnlyBooleanWrapper();

    private boolean asking;

    /** @param prepare gets each item that was read, in the background */
    ShownItem(Workspace workspace, WorkKind<R, D> kind, WorkList<R> list, Consumer<D> prepare) {
        this.workspace = workspace;
        this.kind = kind;
        this.list = list;
        this.prepare = prepare;
        this.detail = new Loader<>(workspace.tasks(), workspace.clock());
        detail.state().subscribe(this::preloadNext);
    }

    /** Its line; null while no item is shown. */
    ReadOnlyObjectProperty<@Nullable R> row() {
        return row.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<LoadState<D>> detail() {
        return detail.state();
    }

    /** What is known of it. */
    Optional<D> known() {
        return detail.state().get().shown();
    }

    /**
     * Names it in messages; empty while it is not known.
     *
     * @param money the amount that was decided on; empty for that of the item
     */
    String named(String money) {
        return known().map(known -> Stream.of(kind.name(known), money.isEmpty() ? kind.money(known) : money)
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" · ")))
                .orElse("");
    }

    boolean is(UUID id) {
        var shown = row.get();
        return shown != null && shown.id().equals(id);
    }

    /** Its line has changed. */
    void update(R line) {
        row.set(line);
    }

    /** Shows another item; null for none. */
    void show(@Nullable R line) {
        rereading.set(false);
        row.set(line);
        var known = line == null ? null : preloaded.remove(line.id());
        if (known == null) {
            detail.clear();
        } else {
            detail.show(known);
        }
        if (line != null) {
            load(line.id());
        }
    }

    /** Reads it again. */
    void reload() {
        var shown = row.get();
        if (shown != null) {
            load(shown.id());
        }
    }

    /** Reads the item with this id, unless its line has all of it. */
    void load(UUID id) {
        var shown = row.get();
        var whole = shown == null || !shown.id().equals(id) ? Optional.<D>empty() : kind.whole(shown);
        if (whole.isPresent()) {
            detail.show(whole.get());
            rereading.set(false);
            return;
        }
        detail.load(() -> read(id), () -> rereading.set(false));
    }

    /** Asks the service for its line as it is now, and keeps showing what is known; once at a time. No answer if the service has none. */
    void ask(Consumer<R> now) {
        var shown = row.get();
        if (shown == null || asking) {
            return;
        }
        asking = true;
        var id = shown.id();
        workspace
                .tasks()
                .run(
                        () -> kind.row(kind.read(workspace.api(), id)),
                        line -> {
                            if (is(id)) {
                                now.accept(line);
                            }
                        },
                        _ -> {},
                        () -> asking = false);
    }

    private D read(UUID id) {
        var read = kind.read(workspace.api(), id);
        prepare.accept(read);
        return read;
    }

    /** The operator has changed it: until it is read again, events of changes report nothing new. */
    void expectChange() {
        rereading.set(row.get() != null); // else nothing is read that would end it
    }

    ReadOnlyBooleanProperty rereading() {
        return rereading.getReadOnlyProperty();
    }

    private void preloadNext(LoadState<D> state) {
        var shown = row.get();
        var following = shown == null || !state.isCurrent() ? null : list.following(shown.id());
        if (following == null
                || preloaded.containsKey(following.id())
                || kind.whole(following).isPresent()) {
            return;
        }
        var id = following.id();
        preloaded.clear();
        workspace
                .tasks()
                .run(
                        () -> {
                            kind.preload(id);
                            return read(id);
                        },
                        next -> preloaded.put(id, next),
                        _ -> {});
    }
}
