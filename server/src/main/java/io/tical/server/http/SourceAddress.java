package io.tical.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Where a request came from: the connection's peer, or, behind trusted proxies, the last address in
 * {@code X-Forwarded-For} that is not one of them. What an untrusted peer claims is never believed.
 */
public final class SourceAddress {
    private final AddressRanges trustedProxies;

    public SourceAddress(List<String> trustedProxies) {
        this.trustedProxies = AddressRanges.of(trustedProxies);
    }

    /**
     * @throws Problem.Forbidden {@code IP_NOT_ALLOWED} when a trusted proxy names something that is no address: taking the
     *     proxy's own instead could let everybody behind it in
     */
    public InetAddress of(ServerRequest request) {
        var address = ((InetSocketAddress) request.remotePeer().address()).getAddress();
        if (!trustedProxies.contains(address) || !request.headers().contains(HeaderNames.X_FORWARDED_FOR)) {
            return address;
        }
        var hops = String.join(
                        ",", request.headers().get(HeaderNames.X_FORWARDED_FOR).allValues())
                .split(",", -1);
        for (int i = hops.length - 1; i >= 0 && trustedProxies.contains(address); i--) {
            address = AddressRanges.single(hops[i])
                    .orElseThrow(() -> new Problem.Forbidden(
                            "IP_NOT_ALLOWED", "The proxy's X-Forwarded-For has an entry that is not an IP address"));
        }
        return address;
    }
}
