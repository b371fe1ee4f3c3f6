package io.tical.server.session;

import io.tical.server.http.SourceAddress;
import io.tical.server.http.Visit;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * The program from which a user signs in.
 *
 * @param source its address
 * @param browser the name of the browser, see {@link BrowserName}
 * @param device the device token of an earlier sign-in, or null
 * @param before the token of its previous session, which the sign-in ends; or null
 */
public record Client(
        String requestId,
        InetAddress source,
        String browser,
        @Nullable String device,
        @Nullable String before) {
    public static Client of(Visit visit) {
        return new Client(
                visit.requestId(), visit.source(), BrowserName.of(visit.userAgent()), visit.device(), visit.token());
    }

    /** The network of its address. */
    String network() {
        return SourceAddress.network(source);
    }
}
