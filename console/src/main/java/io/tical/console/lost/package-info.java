/** What left and is not in the database, and whether anything may leave. */
@NullMarked
package io.tical.console.lost;

import org.jspecify.annotations.NullMarked;
