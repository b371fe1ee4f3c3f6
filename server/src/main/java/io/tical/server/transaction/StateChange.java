package io.tical.server.transaction;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Ids;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
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
    public static final Table<StateChange> CHANGES = Table.of("state_change", StateChange::columns);

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
                .list(CHANGES::read);
    }

    private static Function<Row, StateChange> columns(TableColumns<StateChange> t) {
        var object = TransactionKey.columns(t, "object_id", StateChange::object);
        var change = t.part(StateChange::change);
        var actor = change.part(Decision.StatusChange::actor);
        var changeId = t.key("change_id", ID, StateChange::id);
        var objectType = t.column("object_type", TEXT, StateChange::objectType);
        var from = change.column("from_status", TEXT, Decision.StatusChange::from);
        var to = change.column("to_status", TEXT, Decision.StatusChange::to);
        var trigger = change.column("trigger", TEXT, Decision.StatusChange::trigger);
        var actorType = actor.column("actor_type", word(Actor.Kind.class), Actor::kind);
        var actorId = actor.column("actor_id", TEXT.orNull(), Actor::id);
        var requestId = actor.column("request_id", TEXT.orNull(), Actor::requestId);
        var note = change.column("note", TEXT.orNull(), Decision.StatusChange::note);
        var createdAt = t.column("created_at", TIME, StateChange::at);
        var toldBy = t.column("event_id", ID.orNull(), StateChange::eventId);
        return row -> new StateChange(
                object.of(row),
                changeId.of(row),
                objectType.of(row),
                new Decision.StatusChange(
                        from.of(row),
                        to.of(row),
                        trigger.of(row),
                        new Actor(actorType.of(row), actorId.of(row), requestId.of(row), null),
                        note.of(row)),
                createdAt.of(row),
                toldBy.of(row));
    }
}
