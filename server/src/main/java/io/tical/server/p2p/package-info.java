/**
 * Direct matches between a payer and a payee: the offers of payouts, and their matches with payins. It calls the use cases of
 * payouts and knows a payin by its key alone. Payins call it; whoever changes a match holds the lock on its payin.
 */
@NullMarked
package io.tical.server.p2p;

import org.jspecify.annotations.NullMarked;
