package io.tical.server.idempotency;

import io.tical.server.problem.Problem;

/** One request or command that took effect. It is written in the transaction of the effect, so neither exists without the other. */
record IdempotencyRecord(IdempotencyKey key, long fingerprint, StoredAnswer answer) {
    private static final StoredAnswer NONE = new StoredAnswer(0, new byte[0]);

    /** The record of a command, which is answered with the current state of its object and not with what is stored. */
    static IdempotencyRecord ofCommand(IdempotencyKey key) {
        return new IdempotencyRecord(key, 0, NONE);
    }

    /**
     * The stored answer, for the same request.
     *
     * @throws Problem.Conflict {@code IDEMPOTENCY_KEY_REUSED} when another request used this key
     */
    StoredAnswer replay(long requested) {
        if (fingerprint != requested) {
            throw new Problem.Conflict(
                    "IDEMPOTENCY_KEY_REUSED",
                    "This Idempotency-Key was used for another request; use a new key for a new request");
        }
        return answer.replay();
    }
}
