/** Money: accounts, transfers, wallets, the commit lanes that move it, the seals over it, and its audit. */
@NullMarked
package io.tical.server.ledger;

import org.jspecify.annotations.NullMarked;
