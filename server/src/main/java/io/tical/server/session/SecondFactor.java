package io.tical.server.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The authenticator app of a person, as stored.
 *
 * @param secret encrypted under the master key, for this person
 * @param recovery the stored forms of the unused recovery codes
 * @param lastStep the time step of the last accepted code
 * @param confirmedAt when a code showed that the app has the secret; sign-in requires codes from then on; null before
 */
record SecondFactor(
        PersonKey key,
        byte[] secret,
        List<String> recovery,
        long lastStep,
        Instant createdAt,
        @Nullable Instant confirmedAt) {
    boolean confirmed() {
        return confirmedAt != null;
    }

    SecondFactor used(long step) {
        return new SecondFactor(key, secret, recovery, step, createdAt, confirmedAt);
    }

    SecondFactor with(List<String> codes) {
        return new SecondFactor(key, secret, codes, lastStep, createdAt, confirmedAt);
    }

    SecondFactor confirmed(Instant at) {
        return new SecondFactor(key, secret, recovery, lastStep, createdAt, at);
    }
}
