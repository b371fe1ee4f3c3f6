/** Money to a counterparty's bank account: creation, review, dispatch over a rail, and what comes of it. */
@NullMarked
package io.tical.server.payout;

import org.jspecify.annotations.NullMarked;
