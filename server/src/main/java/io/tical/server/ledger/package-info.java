/** Money: accounts, transfers, wallets, their group commit, the seals over transfers, and the audit. */
@NullMarked
package io.tical.server.ledger;

import org.jspecify.annotations.NullMarked;
