package io.tical.server.decision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The decisions that wait for a second person, or for their time, by their objects. */
public record WaitingApprovals(Database database) {
    /** The decisions on these objects that wait; each object has at most one. */
    public Map<TransactionKey, Approval> of(Collection<TransactionKey> objects) {
        return objects.isEmpty() ? Map.of() : database.run(session -> ApprovalStore.ofObjects(session, objects));
    }

    /** The JSON of an object with the decision on it that waits, in {@code approval}. */
    public ObjectNode shown(Object view, TransactionKey key) {
        return shown(view, of(List.of(key)).get(key));
    }

    /** The JSON of each object with the decision on it that waits. */
    public <T> List<ObjectNode> shown(List<T> objects, Function<T, TransactionKey> key, Function<T, Object> view) {
        var waiting = of(objects.stream().map(key).toList());
        return objects.stream()
                .map(one -> shown(view.apply(one), waiting.get(key.apply(one))))
                .toList();
    }

    static ObjectNode shown(Object view, @Nullable Approval waiting) {
        return added(Json.object(view), waiting);
    }

    static ObjectNode added(ObjectNode shown, @Nullable Approval waiting) {
        shown.putPOJO("approval", waiting == null ? null : ApprovalView.of(waiting));
        return shown;
    }
}
