package io.tical.server.http.wire;

import io.helidon.common.socket.PeerInfo;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.function.Supplier;

/** One end of a connection, as requests provide it. */
public record Peer(InetSocketAddress address, Supplier<String> current) implements PeerInfo {
    /** The target of the current request, exactly as sent. */
    public String target() {
        return current.get();
    }

    @Override
    public String host() {
        return address.getAddress().getHostAddress();
    }

    @Override
    public int port() {
        return address.getPort();
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
        return Optional.empty();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
        return Optional.empty();
    }
}
