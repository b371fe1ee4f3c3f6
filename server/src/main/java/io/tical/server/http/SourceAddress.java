package io.tical.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.tical.server.access.AddressRanges;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Where a request came from: the connection's peer, or, behind trusted proxies, the last address in
 * {@code X-Forwarded-For} that is not one of them; and how it was sent to the first of them. What an untrusted peer claims
 * is never believed.
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
        var address = peer(request);
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

    /** Whether many clients are behind an address. */
    public boolean isProxy(InetAddress address) {
        return trustedProxies.contains(address);
    }

    private static InetAddress peer(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress();
    }

    /** Whether a trusted proxy says that it was sent over TLS; these sockets themselves speak plain HTTP. */
    boolean overTls(ServerRequest request) {
        return saidByProxy(request, HeaderNames.X_FORWARDED_PROTO)
                .map(said -> Arrays.stream(said.split(","))
                        .anyMatch(hop -> hop.strip().equalsIgnoreCase("https")))
                .orElse(false);
    }

    /** The host, with its port if it has one, that the request was sent to. */
    String host(ServerRequest request) {
        return saidByProxy(request, HeaderNames.X_FORWARDED_HOST)
                .map(said -> said.split(",", 2)[0].strip())
                .or(() -> Optional.ofNullable(Gate.single(request.headers(), HeaderNames.HOST)))
                .orElse("");
    }

    private Optional<String> saidByProxy(ServerRequest request, HeaderName name) {
        return trustedProxies.contains(peer(request)) && request.headers().contains(name)
                ? Optional.of(String.join(",", request.headers().get(name).allValues()))
                : Optional.empty();
    }

    /** Whom an address stands for: itself, or in IPv6 its /64, all of which one subscriber has. */
    public static String network(InetAddress address) {
        var bytes = address.getAddress();
        return bytes.length == 4 ? address.getHostAddress() : HexFormat.of().formatHex(bytes, 0, 8) + "/64";
    }
}
