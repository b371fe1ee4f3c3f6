package io.tical.console.queue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.Listed;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.work.Workspace;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The operator's lease of the item that is shown: it keeps others from working on the item. It is taken when the item is shown, renewed
 * while it stays shown, and given back when the operator turns to something else.
 */
final class Lease<R extends Listed, D> {
    private final Workspace workspace;
    private final WorkKind<R, D> kind;
    private final ShownItem<R, D> item;
    private final Consumer<Notice.Claimed> taken;
    private @Nullable UUID claimed;
    private boolean visible;

    /** @param taken called when another operator works on the item */
    Lease(Workspace workspace, WorkKind<R, D> kind, ShownItem<R, D> item, Consumer<Notice.Claimed> taken) {
        this.workspace = workspace;
        this.kind = kind;
        this.item = item;
        this.taken = taken;
    }

    /** The screen became visible. */
    void shown() {
        visible = true;
    }

    /** Another screen is visible now. */
    void hidden() {
        visible = false;
        release();
    }

    /** Takes the lease of the item that is shown. */
    void claim() {
        var shown = item.row().get();
        if (shown != null) {
            claim(shown.id());
        }
    }

    void claim(UUID id) {
        if (kind.claims() && workspace.operator().may(kind.permission())) {
            claim(id, () -> claimed(id));
        }
    }

    private void claim(UUID id, Runnable done) {
        workspace.tasks().run(() -> request(id, "/claim"), _ -> done.run(), problem -> {
            if (problem instanceof Refused refused && refused.code().equals("ALREADY_CLAIMED")) {
                reportHolder(id);
            }
        });
    }

    private JsonNode request(UUID id, String action) {
        return workspace.api().change("POST", kind.itemPath(id) + action, null, JsonNode.class);
    }

    private void claimed(UUID id) {
        if (visible && item.is(id)) {
            claimed = id;
        } else {
            release(id);
        }
    }

    /** Reports who works on an item, because the list may be older than the lease. */
    void reportHolder(UUID id) {
        workspace
                .tasks()
                .run(
                        () -> kind.row(kind.read(workspace.api(), id)),
                        row -> {
                            if (item.is(id)) {
                                taken.accept(new Notice.Claimed(
                                        Objects.requireNonNullElse(row.claimedBy(), ""), row.claimedUntil()));
                            }
                        },
                        problem -> taken.accept(new Notice.Claimed("", null)));
    }

    /** Renews the lease of the shown item, also one that was taken with a decision. */
    void renew() {
        var id = claimed;
        if (id != null) {
            claim(id);
        } else if (item.row().get() != null && visible && kind.renews()) {
            item.known()
                    .map(kind::row)
                    .filter(row -> workspace.operator().username().equals(row.claimedBy()))
                    .ifPresent(row -> renew(row.id()));
        }
    }

    private void renew(UUID id) {
        claim(id, () -> {
            if (item.is(id)) {
                item.load(id); // the answer contains the end of the lease
            }
        });
    }

    /** A decision has ended it. */
    void ended() {
        claimed = null;
    }

    /** Releases it, so that another operator can work on the item. */
    void release() {
        var id = claimed;
        claimed = null;
        if (id != null) {
            release(id);
        }
    }

    private void release(UUID id) {
        workspace.tasks().run(() -> request(id, "/release"), _ -> {}, _ -> {}); // the lease also expires
    }
}
