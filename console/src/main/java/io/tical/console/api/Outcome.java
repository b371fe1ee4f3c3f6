package io.tical.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;

/** The result of a decision. */
public sealed interface Outcome {
    /** It was carried out. {@code data} is the object as it is now. */
    record Done(JsonNode data) implements Outcome {}

    /**
     * It waits for a second person; nothing has moved.
     *
     * @param change whether it changes a control, and moves no money
     */
    record Waiting(UUID approvalId, boolean change) implements Outcome {}
}
