package io.tical.server.http.wire;

import io.helidon.common.socket.PeerInfo;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Optional;
import java.util.function.Supplier;

/** One end of a connection, as requests provide it. */
public final class Peer implements PeerInfo {
    private final InetSocketAddress address;
    private final Supplier<String> target;

    Peer(InetSocketAddress address, Supplier<String> target) {
        this.address = address;
        this.target = target;
    }

    /** The target of the current request, exactly as sent. */
    public String target() {
        return target.get();
    }

    @Override
    public InetSocketAddress address() {
        return address;
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
