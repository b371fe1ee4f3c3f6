/** A program of the build. The service's jar does not contain it. */
@NullMarked
package io.tical.server.build;

import org.jspecify.annotations.NullMarked;
