/** Payins of all organizations: searching, reading and correcting them. */
@NullMarked
package io.tical.console.payin;

import org.jspecify.annotations.NullMarked;
