package io.tical.server.rail;

import io.tical.common.Version;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request that an {@link Upstream} sends: a GET unless it has a body. Not thread-safe. */
public final class UpstreamRequest {
    private final HttpRequest.Builder request;

    UpstreamRequest(URI address) {
        request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .header("User-Agent", "Tical/" + Version.TEXT);
    }

    public UpstreamRequest header(String name, String value) {
        request.header(name, value);
        return this;
    }

    /** Adds a key as a header, unless it is empty. */
    public UpstreamRequest key(String header, String prefix, String key) {
        return key.isEmpty() ? this : header(header, prefix + key);
    }

    /** Makes it a POST of these bytes, one part after the other. */
    public UpstreamRequest post(String contentType, byte[]... parts) {
        header("Content-Type", contentType);
        request.POST(BodyPublishers.concat(
                Stream.of(parts).map(BodyPublishers::ofByteArray).toArray(BodyPublisher[]::new)));
        return this;
    }

    /** With another method, without a body or with one in JSON. */
    UpstreamRequest method(String method, byte @Nullable [] json) {
        if (json != null) {
            header("Content-Type", "application/json");
        }
        request.method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json));
        return this;
    }

    HttpRequest build() {
        return request.build();
    }
}
