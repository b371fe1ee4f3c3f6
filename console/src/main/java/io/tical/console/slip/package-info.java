/** Comparing slips with the payins that they are for. */
@NullMarked
package io.tical.console.slip;

import org.jspecify.annotations.NullMarked;
