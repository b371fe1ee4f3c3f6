/** Statements: what moved in a wallet, and the sealed statement of each day. */
@NullMarked
package io.tical.server.statement;

import org.jspecify.annotations.NullMarked;
