package io.tical.server.bench;

import java.nio.file.Path;

/** What a client knows of the service: its sockets on loopback and, for what needs a user or key, its home. */
record ServiceAddress(int port, int payPort, Path home) {}
