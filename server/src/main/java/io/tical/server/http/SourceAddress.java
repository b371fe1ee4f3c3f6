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
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Determines the client's address: the connection's peer or, behind trusted proxies, the last address in {@code
 * X-Forwarded-For} that is not a trusted proxy; and the original scheme and host. Headers of untrusted peers are
 * ignored.
 */
public final class SourceAddress {
    /** A name or an address, with an optional port. Names of containers may contain underscores. */
    private static final Pattern HOST =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,252}|\\[[0-9A-Fa-f:.]{2,45}])(?::[0-9]{1,5})?");

    private final AddressRanges trustedProxies;

    public SourceAddress(List<String> trustedProxies) {
        this.trustedProxies = AddressRanges.of(trustedProxies);
    }

    /**
     * @throws Problem.Forbidden {@code IP_NOT_ALLOWED} if a trusted proxy sends an invalid address, because using the
     *     proxy's own address could admit all of its clients
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
                            "IP_NOT_ALLOWED",
                            "X-Forwarded-For of a trusted proxy has an entry that is not an IP address"));
        }
        return address;
    }

    public boolean isProxy(InetAddress address) {
        return trustedProxies.contains(address);
    }

    private static InetAddress peer(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress();
    }

    /** Whether a trusted proxy received the request over TLS. The sockets use plain HTTP. */
    boolean overTls(ServerRequest request) {
        return saidByProxy(request, HeaderNames.X_FORWARDED_PROTO)
                .map(said -> Arrays.stream(said.split(","))
                        .anyMatch(hop -> hop.strip().equalsIgnoreCase("https")))
                .orElse(false);
    }

    /** The host of the request, with its port if any. */
    String host(ServerRequest request) {
        return saidByProxy(request, HeaderNames.X_FORWARDED_HOST)
                .map(said -> said.split(",", 2)[0].strip())
                .or(() -> Optional.ofNullable(Gate.single(request.headers(), HeaderNames.HOST)))
                .orElse("");
    }

    /**
     * Scheme, host and port at which the client reached the service, as browsers write an origin: in small letters, and without the default
     * port of the scheme, which some proxies add. A client can send any host, so the result has only letters, digits and
     * {@code . _ - : [ ]} after the scheme, and is empty for a host with others.
     */
    public Optional<String> origin(ServerRequest request) {
        return Optional.of(host(request))
                .filter(host -> HOST.matcher(host).matches())
                .map(host -> {
                    var scheme = overTls(request) ? "https" : "http";
                    return scheme + "://" + authority(scheme, host);
                });
    }

    /** A host with its port, as browsers write it for this scheme. */
    static String authority(String scheme, String host) {
        var small = host.toLowerCase(Locale.ROOT);
        var port = scheme.equalsIgnoreCase("https") ? ":443" : ":80";
        return small.endsWith(port) ? small.substring(0, small.length() - port.length()) : small;
    }

    private Optional<String> saidByProxy(ServerRequest request, HeaderName name) {
        return trustedProxies.contains(peer(request)) && request.headers().contains(name)
                ? Optional.of(String.join(",", request.headers().get(name).allValues()))
                : Optional.empty();
    }

    /**
     * The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which belongs to one
     * subscriber.
     */
    public static String network(InetAddress address) {
        var bytes = address.getAddress();
        return bytes.length == 4 ? address.getHostAddress() : HexFormat.of().formatHex(bytes, 0, 8) + "/64";
    }
}
