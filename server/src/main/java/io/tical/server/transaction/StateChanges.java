package io.tical.server.transaction;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The SQL of the history, which is written in the transaction of the change. */
public final class StateChanges {
    private StateChanges() {}

    public static void insert(Session session, Collection<StateChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        session.sql("""
                        INSERT INTO state_change (organization_id, livemode, object_id, change_id, object_type, from_status, to_status,
                                                  trigger, actor_type, actor_id, request_id, note, created_at)
                        SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:objects AS uuid[]),
                            cast(:ids AS uuid[]), cast(:types AS text[]), cast(:froms AS text[]), cast(:tos AS text[]),
                            cast(:triggers AS text[]), cast(:actor_types AS text[]), cast(:actor_ids AS text[]),
                            cast(:requests AS text[]), cast(:notes AS text[]), cast(:times AS timestamptz[]))
                        """)
                .bindEach("organizations", changes, StateChange::organizationId)
                .bindEach("livemodes", changes, StateChange::livemode)
                .bindEach("objects", changes, StateChange::objectId)
                .bindEach("ids", changes, StateChange::id)
                .bindEach("types", changes, StateChange::objectType)
                .bindEach("froms", changes, StateChange::from)
                .bindEach("tos", changes, StateChange::to)
                .bindEach("triggers", changes, StateChange::trigger)
                .bindEach(
                        "actor_types", changes, change -> change.actor().kind().word())
                .bindEach("actor_ids", changes, change -> change.actor().id())
                .bindEach("requests", changes, change -> change.actor().requestId())
                .bindEach("notes", changes, StateChange::note)
                .bindEach("times", changes, StateChange::at)
                .run();
    }

    /** An object's changes, oldest first. */
    public static List<StateChange> of(Session session, UUID organizationId, boolean livemode, UUID objectId) {
        return session.sql("""
                        SELECT * FROM state_change
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND object_id = cast(:object AS uuid)
                        ORDER BY change_id
                        """)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("object", objectId)
                .list(StateChanges::change);
    }

    private static StateChange change(Row row) {
        return new StateChange(
                row.uuid("organization_id"),
                row.flag("livemode"),
                row.uuid("object_id"),
                row.uuid("change_id"),
                row.text("object_type"),
                row.text("from_status"),
                row.text("to_status"),
                row.text("trigger"),
                new Actor(
                        Word.of(Actor.Kind.class, row.text("actor_type")),
                        row.textOrNull("actor_id"),
                        row.textOrNull("request_id")),
                row.textOrNull("note"),
                row.instant("created_at"));
    }
}
