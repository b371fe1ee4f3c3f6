package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Decision.StatusChange} as it is stored, with its object and time. The history is written in the transaction of the change.
 *
 * @param eventId the event that the merchant is told; null if none
 */
public record StateChange(
        TransactionKey object,
        UUID id,
        String objectType,
        Decision.StatusChange change,
        Instant at,
        @Nullable UUID eventId) {
    public static final BulkWrite<StateChange> CHANGES = TransactionKey.<StateChange>write(
                    "state_change", "object_id", StateChange::object)
            .key("change_id", "uuid", StateChange::id)
            .column("object_type", "text", StateChange::objectType)
            .column("from_status", "text", one -> one.change.from())
            .column("to_status", "text", one -> one.change.to())
            .column("trigger", "text", one -> one.change.trigger())
            .column("actor_type", "text", one -> one.change.actor().kind().word())
            .column("actor_id", "text", one -> one.change.actor().id())
            .column("request_id", "text", one -> one.change.actor().requestId())
            .column("note", "text", one -> one.change.note())
            .column("created_at", "timestamptz", StateChange::at)
            .column("event_id", "uuid", StateChange::eventId)
            .authenticated()
            .journaled();

    /** The changes of a decision; the last ones tell its events. */
    static List<StateChange> of(
            TransactionKey object,
            String objectType,
            List<Decision.StatusChange> changes,
            List<Event> events,
            Instant at) {
        var untold = changes.size() - events.size();
        return IntStream.range(0, changes.size())
                .mapToObj(place -> new StateChange(
                        object,
                        Ids.next(),
                        objectType,
                        changes.get(place),
                        at,
                        place < untold ? null : events.get(place - untold).id()))
                .toList();
    }

    /** Inserts changes when the session sends. */
    static void insertLater(Session session, List<StateChange> changes) {
        if (!changes.isEmpty()) {
            CHANGES.insert(session, changes).runLater();
        }
    }

    /** The objects of a type that a request of a merchant changed, at most {@link RequestSearch#ROWS_MAX}. */
    public static Set<UUID> objectsOfRequest(Session session, RequestKey request, String objectType) {
        var sql = "SELECT DISTINCT object_id FROM state_change" + TransactionKey.WHERE
                + "request_id = :request AND actor_type = 'api_key' AND object_type = :type LIMIT :rows";
        return Set.copyOf(request.bind(session.sql(sql))
                .bind("type", objectType)
                .bind("rows", RequestSearch.ROWS_MAX)
                .list(row -> row.uuid("object_id")));
    }

    /** An object's changes, oldest first. */
    public static List<StateChange> of(Session session, TransactionKey object) {
        return object.bind(
                        session.sql("SELECT * FROM state_change" + TransactionKey.WHERE
                                + "object_id = cast(:id AS uuid) ORDER BY change_id"),
                        "id")
                .list(row -> new StateChange(
                        object,
                        row.uuid("change_id"),
                        row.text("object_type"),
                        new Decision.StatusChange(
                                row.text("from_status"),
                                row.text("to_status"),
                                row.text("trigger"),
                                new Actor(
                                        Word.of(Actor.Kind.class, row.text("actor_type")),
                                        row.textOrNull("actor_id"),
                                        row.textOrNull("request_id"),
                                        null),
                                row.textOrNull("note")),
                        row.instant("created_at"),
                        row.uuidOrNull("event_id")));
    }
}
