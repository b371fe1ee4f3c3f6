/** Payouts that finance reviews, transfers by hand, or decides because their rail did not. */
@NullMarked
package io.tical.console.payout;

import org.jspecify.annotations.NullMarked;
