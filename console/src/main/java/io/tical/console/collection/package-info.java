/** The accounts that payers pay into. */
@NullMarked
package io.tical.console.collection;

import org.jspecify.annotations.NullMarked;
