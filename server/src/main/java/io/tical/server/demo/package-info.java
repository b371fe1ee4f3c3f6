/** {@code ./tical demo}: a complete service in a temporary home, filled through its own APIs with realistic work for operators. */
@NullMarked
package io.tical.server.demo;

import org.jspecify.annotations.NullMarked;
