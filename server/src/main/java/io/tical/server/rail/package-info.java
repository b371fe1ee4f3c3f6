/** Payout rails, and the client with which every package asks external services. */
@NullMarked
package io.tical.server.rail;

import org.jspecify.annotations.NullMarked;
