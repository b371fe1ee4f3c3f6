package io.tical.server.rail;

import io.tical.server.ledger.HeadNoting;
import io.tical.server.secret.Hashes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;

/** A service of the operator that keeps the heads of hash chains, which are posted to it as text. */
public final class HeadsReceiver implements HeadNoting.Receiver {
    private final Upstream upstream;
    private final String secret;
    private final Clock clock;

    /** @param secret signs each post as callbacks are signed; empty for none */
    public HeadsReceiver(URI url, String secret, Clock clock) {
        this.upstream = new Upstream("the receiver of heads", url, Upstream.Limits.USUAL);
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public Optional<String> post(String text) {
        var body = text.getBytes(StandardCharsets.UTF_8);
        var timestamp = Long.toString(clock.instant().getEpochSecond());
        var request = upstream.request("").header("X-Timestamp", timestamp).post("text/plain; charset=utf-8", body);
        try {
            upstream.deliver(
                    secret.isEmpty()
                            ? request
                            : request.header("X-Signature", Hashes.signature(secret, timestamp, body)));
            return Optional.empty();
        } catch (UpstreamFailure e) {
            return Optional.of(e.why());
        }
    }

    @Override
    public void close() {
        upstream.close();
    }
}
