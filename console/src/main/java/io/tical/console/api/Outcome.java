package io.tical.console.api;

import java.util.UUID;

/** What became of a decision. */
public sealed interface Outcome {
    /** It was carried out. */
    record Done() implements Outcome {}

    /** It waits for a second person; nothing has moved. */
    record Waiting(UUID approvalId) implements Outcome {}
}
