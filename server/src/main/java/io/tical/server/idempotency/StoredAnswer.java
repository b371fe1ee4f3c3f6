package io.tical.server.idempotency;

/**
 * The answer in an idempotency record. The package that received the request creates it and sends it; its content is opaque here.
 *
 * @param data replayed byte for byte
 * @param replayed whether it was stored by an earlier request
 */
public record StoredAnswer(int status, byte[] data, boolean replayed) {
    public StoredAnswer(int status, byte[] data) {
        this(status, data, false);
    }

    StoredAnswer replay() {
        return new StoredAnswer(status, data, true);
    }
}
