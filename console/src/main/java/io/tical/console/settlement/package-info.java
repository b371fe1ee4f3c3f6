/** Settlements that finance transfers by hand, or decides because their rail did not. */
@NullMarked
package io.tical.console.settlement;

import org.jspecify.annotations.NullMarked;
