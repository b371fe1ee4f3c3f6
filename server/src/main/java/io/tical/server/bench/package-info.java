/** {@code ./tical bench}: starts a service of its own, drives it over real HTTP, and prints figures. */
@NullMarked
package io.tical.server.bench;

import org.jspecify.annotations.NullMarked;
