package io.tical.server.http;

import io.tical.server.problem.Problem;
import io.tical.server.work.TokenBuckets;
import java.net.InetAddress;
import java.time.Duration;

/** A token bucket for each {@linkplain SourceAddress#network network}: a burst may use the whole minute's requests. */
public final class AddressLimits {
    private final TokenBuckets<String> buckets;

    /** @param perMinute requests per minute; 0 is no limit */
    public AddressLimits(int perMinute) {
        this.buckets = new TokenBuckets<>(perMinute, perMinute, Duration.ofMinutes(1));
    }

    /** @throws Problem.RateLimited if the bucket of this address is empty */
    void take(InetAddress source) {
        buckets.require(SourceAddress.network(source));
    }
}
