/** The service: its composition root and, in the packages next to it, its capabilities. */
@NullMarked
package io.tical.server;

import org.jspecify.annotations.NullMarked;
