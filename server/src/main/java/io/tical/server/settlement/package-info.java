/** Settlements: merchants sweep their balances to verified accounts. */
@NullMarked
package io.tical.server.settlement;

import org.jspecify.annotations.NullMarked;
