/** The scheduler that runs everybody's background work. */
@NullMarked
package io.tical.server.work;

import org.jspecify.annotations.NullMarked;
