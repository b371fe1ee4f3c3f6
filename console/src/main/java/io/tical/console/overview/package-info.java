/** The waiting items of all queues. */
@NullMarked
package io.tical.console.overview;

import org.jspecify.annotations.NullMarked;
