/**
 * Direct matches between a payer and a payee: the offers of payouts and their matches with payins. The package depends
 * on payouts and not on payins. A transaction that changes a match must hold the lock on its payin.
 */
@NullMarked
package io.tical.server.p2p;

import org.jspecify.annotations.NullMarked;
