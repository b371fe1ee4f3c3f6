package io.tical.server.idempotency;

/**
 * The answer that an idempotency record keeps: opaque here, created and sent by the surface of the request.
 *
 * @param data replayed byte for byte
 * @param replayed whether it answers a second request, and was not made for this one
 */
public record StoredAnswer(int status, byte[] data, boolean replayed) {
    public StoredAnswer(int status, byte[] data) {
        this(status, data, false);
    }

    StoredAnswer replay() {
        return new StoredAnswer(status, data, true);
    }
}
