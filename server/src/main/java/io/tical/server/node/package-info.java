/** A running node of the service. */
@NullMarked
package io.tical.server.node;

import org.jspecify.annotations.NullMarked;
