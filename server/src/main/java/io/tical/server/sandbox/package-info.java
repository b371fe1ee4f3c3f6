/** Operations for test keys only: funding a test wallet. */
@NullMarked
package io.tical.server.sandbox;

import org.jspecify.annotations.NullMarked;
