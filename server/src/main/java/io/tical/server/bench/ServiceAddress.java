package io.tical.server.bench;

import java.nio.file.Path;

/** The service's ports on loopback, and its home for credentials. */
record ServiceAddress(int port, int payPort, Path home) {}
