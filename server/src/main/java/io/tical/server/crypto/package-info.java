/** Crypto deposits: addresses, polling of transfers, and reconciliation with payins. */
@NullMarked
package io.tical.server.crypto;

import org.jspecify.annotations.NullMarked;
