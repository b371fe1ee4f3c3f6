package io.tical.server.http;

import io.tical.server.http.wire.Limits;

/** What clients may do while a test does not say otherwise. */
public final class TestLimits {
    public static final Limits STANDARD = Limits.ofProcess(address -> false, SourceAddress::network);

    private TestLimits() {}
}
