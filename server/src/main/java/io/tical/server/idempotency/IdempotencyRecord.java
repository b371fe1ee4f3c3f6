package io.tical.server.idempotency;

import io.tical.server.problem.Problem;
import java.util.UUID;

/** One request or command that took effect: written in the transaction of the effect, so there is never one without the other. */
record IdempotencyRecord(IdempotencyKey key, UUID fingerprint, StoredAnswer answer) {
    private static final UUID NO_FINGERPRINT = new UUID(0, 0);
    private static final StoredAnswer NONE = new StoredAnswer(0, new byte[0]);

    /** The record of a command, which is answered with the current state of its object and not with what is stored. */
    static IdempotencyRecord ofCommand(IdempotencyKey key) {
        return new IdempotencyRecord(key, NO_FINGERPRINT, NONE);
    }

    /**
     * The stored answer, for the same request.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_KEY_REUSED} when another request used this key
     */
    StoredAnswer replay(UUID requested) {
        if (!fingerprint.equals(requested)) {
            throw new Problem.Conflict(
                    "IDEMPOTENCY_KEY_REUSED",
                    "This Idempotency-Key was used for another request; use a new key for a new request");
        }
        return answer.replay();
    }
}
