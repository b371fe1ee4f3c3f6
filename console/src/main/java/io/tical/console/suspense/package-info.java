/** Unallocated funds, whose disposition finance decides. */
@NullMarked
package io.tical.console.suspense;

import org.jspecify.annotations.NullMarked;
