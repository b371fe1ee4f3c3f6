/** What banks say about the operator's accounts: their files, and the entries that nobody has explained. */
@NullMarked
package io.tical.console.bank;

import org.jspecify.annotations.NullMarked;
