/** The days of the operator's bank accounts: how each is explained, and the chain of those that are closed. */
@NullMarked
package io.tical.server.bankday;

import org.jspecify.annotations.NullMarked;
