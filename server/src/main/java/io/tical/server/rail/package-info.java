/** Clients of external services: payout rails, slip verification and holder lookup; and the client that all of them use. */
@NullMarked
package io.tical.server.rail;

import org.jspecify.annotations.NullMarked;
