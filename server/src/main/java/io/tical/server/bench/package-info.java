/** {@code ./tical bench}: starts a separate service, measures it over HTTP, and prints the figures. */
@NullMarked
package io.tical.server.bench;

import org.jspecify.annotations.NullMarked;
