/** Clients of external services: payout rails, slip verification, holder lookup and chains. */
@NullMarked
package io.tical.server.rail;

import org.jspecify.annotations.NullMarked;
