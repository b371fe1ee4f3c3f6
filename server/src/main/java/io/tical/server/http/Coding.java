package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The compressed forms of responses, the preferred one first. */
enum Coding {
    /** Made by the build alone, because each encoder for the JVM is a native library. */
    BROTLI("br"),
    GZIP("gzip");

    private static final String ANY = "*";

    private final String token;

    Coding(String token) {
        this.token = token;
    }

    /** Its name in {@code Content-Encoding}. */
    String token() {
        return token;
    }

    /** Of these codings the one that the client gives the greatest weight; empty if it accepts none of them. */
    static Optional<Coding> chosen(ServerRequest request, Set<Coding> available) {
        var accepted = String.join(",", request.headers().all(HeaderNames.ACCEPT_ENCODING, List::of));
        var chosen = Optional.<Coding>empty();
        var greatest = 0.0;
        for (var coding : values()) {
            var weight = available.contains(coding) ? coding.weight(accepted) : 0;
            if (weight > greatest) {
                chosen = Optional.of(coding);
                greatest = weight;
            }
        }
        return chosen;
    }

    private double weight(String accepted) {
        return Weights.of(accepted, token)
                .orElseGet(() -> Weights.of(accepted, ANY).orElse(0));
    }
}
