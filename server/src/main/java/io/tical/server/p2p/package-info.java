/**
 * Direct matches between a payer and a payee: the offers of payouts, and the matches that payins make with them. It knows
 * neither payins nor payouts, only their keys: payouts make offers, payins take them and close their matches, and whoever
 * changes a match or an offer holds the lock on its payin or payout.
 */
@NullMarked
package io.tical.server.p2p;

import org.jspecify.annotations.NullMarked;
