/** Payins of all organizations: found, read, and put right. */
@NullMarked
package io.tical.console.payin;

import org.jspecify.annotations.NullMarked;
