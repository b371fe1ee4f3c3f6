package io.tical.server.decision;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A change of a control: of a setting that protects money, or of who may work with it. All administrators are told of it.
 *
 * @param subject what it concerns, in words: the name of an organization or of a person, the number of an account
 * @param before the values that change, as JSON without secrets; null for a new object
 * @param after the new values, as JSON without secrets; null for an object that is removed
 * @param secondPerson whether a second person must approve it, and it needs a note. One that only restricts what is possible takes effect
 *     at once, also while another change of the object waits: it stops something that goes wrong
 * @param waits how long it waits after its approval before it takes effect; until then it can be withdrawn or refused
 */
public record ControlChange(
        String subject, @Nullable JsonNode before, @Nullable JsonNode after, boolean secondPerson, Duration waits) {
    /** A change of an object. Only the values that differ are shown. */
    public static ControlChange of(String subject, Object was, Object is, boolean secondPerson) {
        return of(subject, Act.change(null, null, "", "", null, was, is), secondPerson);
    }

    /** A change that the audit log will show so. */
    public static ControlChange of(String subject, Act act, boolean secondPerson) {
        return new ControlChange(subject, json(act.before()), json(act.after()), secondPerson, Duration.ZERO);
    }

    /** The creation of an object, by two persons. */
    public static ControlChange creation(String subject, Object is) {
        return new ControlChange(subject, null, json(is), true, Duration.ZERO);
    }

    /** The removal of an object, by two persons. */
    public static ControlChange removal(String subject, Object was) {
        return new ControlChange(subject, json(was), null, true, Duration.ZERO);
    }

    /** This change, which waits after its approval. */
    public ControlChange waiting(Duration time) {
        return new ControlChange(subject, before, after, secondPerson, time);
    }

    private static @Nullable JsonNode json(@Nullable Object value) {
        return value == null ? null : Json.mapper().valueToTree(value);
    }
}
