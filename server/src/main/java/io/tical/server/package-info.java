/** The service: its composition root and, in packages beside it, its capabilities. */
@NullMarked
package io.tical.server;

import org.jspecify.annotations.NullMarked;
