/** Payouts: creation, review, dispatch over a rail, and completion. */
@NullMarked
package io.tical.server.payout;

import org.jspecify.annotations.NullMarked;
