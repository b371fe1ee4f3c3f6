/** Counterparties of a merchant and their bank accounts: registered, verified, and chosen as destinations. */
@NullMarked
package io.tical.server.customer;

import org.jspecify.annotations.NullMarked;
